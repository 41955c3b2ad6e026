import { type ExecFileException, execFile } from 'node:child_process'
import { once } from 'node:events'
import { ok, type Result, refuse } from '@convene/domain'
import { guardedChild } from '../processes/guarded-child.ts'
import { gitEnvironment, type Override } from './git-environment.ts'

const TIMEOUT_MS = 300_000
const MAX_BYTES = 200_000_000
const MAX_COMPLAINT = 2_000
const QUESTION_MS = 10_000
const QUESTION_BYTES = 5_000_000

export type GitCall = {
  readonly args: readonly string[]
  /** An existing folder to run in. */
  readonly folder: string
  readonly overrides?: readonly Override[]
  /** GIT_DIR and the like: what git works on, instead of what it would find by itself. */
  readonly variables?: { readonly [name: string]: string }
  readonly input?: Uint8Array
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** Exit codes that are answers too, not failures. */
  readonly answers?: readonly number[]
  /** Ends it early. */
  readonly signal?: AbortSignal
}

/**
 * Runs git so that it starts no other program, no matter what the repository says. Returns its output, or why it
 * failed.
 */
export async function runGit(call: GitCall): Promise<Result<Buffer>> {
  const env = { ...gitEnvironment(call.overrides ?? []), ...call.variables }
  const child = guardedChild({ command: 'git', args: call.args, cwd: call.folder, env })
  const { stdout, stderr, stdin } = child.process
  const output = collect(stdout, call.maxBytes ?? MAX_BYTES, () => void child.end())
  const complaint = collect(stderr, MAX_COMPLAINT)
  // Git may exit before it has read all of its input.
  stdin?.on('error', () => {})
  stdin?.end(call.input ?? '')
  let late = false
  const timer = setTimeout(() => {
    late = true
    void child.end()
  }, call.timeoutMs ?? TIMEOUT_MS)
  call.signal?.addEventListener('abort', () => void child.end(), { once: true })
  try {
    const [code] = (await once(child.process, 'close')) as [number | null]
    if (late) return refuse('git_failed', `git ${call.args[0]} took too long.`)
    if (output.isCut()) return refuse('git_failed', `git ${call.args[0]} printed too much.`)
    const isAnswer = code === 0 || (code !== null && call.answers?.includes(code))
    return isAnswer ? ok(output.bytes()) : refuse('git_failed', whyFailed(call, complaint.bytes().toString(), code))
  } catch (error) {
    return unstarted(error)
  } finally {
    clearTimeout(timer)
    await child.end()
  }
}

/** A short git query, which writes nothing and soon ends by itself, even if nobody is waiting any more. */
export async function askGit({
  args,
  folder,
  variables,
}: Pick<GitCall, 'args' | 'folder' | 'variables'>): Promise<Result<string>> {
  const env = { ...gitEnvironment([]), ...variables }
  return new Promise((resolve) => {
    const limits = { timeout: QUESTION_MS, killSignal: 'SIGKILL', maxBuffer: QUESTION_BYTES } as const
    const answer = (error: ExecFileException | null, stdout: string, stderr: string) => {
      if (!error) return resolve(ok(stdout.replace(/\r?\n$/, '')))
      if (typeof error.code === 'string') return resolve(unstarted(error))
      resolve(refuse('git_failed', whyFailed({ args, folder }, stderr, error.code ?? null)))
    }
    execFile('git', [...args], { cwd: folder, env, ...limits }, answer).stdin?.end()
  })
}

function unstarted(error: unknown): Result<never> {
  const { code, message = String(error) } = error as { readonly code?: unknown; readonly message?: string }
  const isFull = code === 'EMFILE' || code === 'ENFILE'
  return refuse('no_git', `git could not be started: ${isFull ? 'too many files are open' : message}`)
}

function collect(stream: NodeJS.ReadableStream | null, limit: number, overflow = () => {}) {
  const chunks: Buffer[] = []
  let size = 0
  stream?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else overflow()
  })
  return { bytes: () => Buffer.concat(chunks), isCut: () => size > limit }
}

function whyFailed({ args }: GitCall, complaint: string, code: number | null): string {
  const lines = complaint.split('\n').filter((line) => /^(fatal|error): /.test(line))
  const said = (lines.length > 0 ? lines.slice(0, 3).join('; ') : complaint.trim()).replace(/^(fatal|error): /, '')
  return said === '' ? `git ${args[0]} ended with ${code}.` : said
}
