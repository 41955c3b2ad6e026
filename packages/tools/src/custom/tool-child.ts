import { fileURLToPath } from 'node:url'
import type { Json } from '@convene/domain'
import type { AbortSignal as Signal, ToolOutput } from '@convene/engine'
import { type GuardedChild, guardedChild, lineReader, safeEnvironment } from '@convene/platform'
import { z } from 'zod'
import { failed } from '../failed-output.ts'
import { cleanText, cleanUpTo } from '../mcp/connection/clean-text.ts'
import type { Packages } from './installed-packages.ts'

export type ChildOptions = {
  readonly file: string
  /** The only folder that the file may import from by path, unless it is the user's own tool. */
  readonly within?: string | undefined
  /** The packages it may import, unless it is the user's own tool. */
  readonly packages?: Packages | undefined
  readonly environment: { readonly [name: string]: string | undefined }
  readonly memoryMb: number
  readonly maxReplyBytes: number
  /** What the tool prints. */
  readonly heard: (text: string) => void
}

export type ChildCall = { readonly input: Json; readonly workspace: string }

const program = fileURLToPath(new URL('./tool-process.mjs', import.meta.url))
const Reply = z.union([
  z.object({ loaded: z.unknown() }),
  z.object({ failed: z.string() }),
  z.object({ ok: z.boolean(), output: z.string() }),
])
type Reply = z.infer<typeof Reply>

/** How long a tool may take to clean up after its call was cancelled. */
const GRACE_MS = 500

/** A tool file in a separate process, which serves one call at a time. */
export class ToolChild {
  /** What the file exports, or why it does not load. */
  readonly loaded: Promise<Reply>
  isAlive = true
  readonly #child: GuardedChild
  #reply: (reply: Reply) => void = () => {}
  #ending = 'it ended'

  constructor({ file, within, packages, environment, memoryMb, maxReplyBytes, heard }: ChildOptions) {
    const { root = '', installed = [] } = packages ?? {}
    const bounds = within === undefined ? [] : [within, root, ...installed]
    this.#child = guardedChild({
      command: process.execPath,
      args: [`--max-old-space-size=${memoryMb}`, program, file, ...bounds],
      env: safeEnvironment(environment),
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    const { process: child } = this.#child
    const read = lineReader(maxReplyBytes, (line) => this.#read(line))
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      if (!read(chunk)) this.#stop('its answer is too long')
    })
    for (const stream of child.stdio) stream?.on('error', () => {})
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => heard(chunk.toString('utf8')))
    this.loaded = this.#next()
    child.once('error', (error) => this.#stop(`it could not be started: ${error.message}`))
    child.once('close', (code, signal) =>
      this.#stop(signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`),
    )
  }

  /** Makes a call. Cancelling it ends the whole process tree. If the process dies, the call fails. */
  async run(call: ChildCall, signal: Signal): Promise<ToolOutput> {
    if (signal.aborted) return failed('The call was cancelled.')
    const reply = this.#next()
    let grace: NodeJS.Timeout | undefined
    const cancel = () => {
      this.#send({ cancel: true })
      grace = setTimeout(() => this.#stop('it was cancelled'), GRACE_MS).unref()
    }
    signal.addEventListener('abort', cancel, { once: true })
    this.#send(call)
    const answer = await reply
    signal.removeEventListener('abort', cancel)
    clearTimeout(grace)
    if (signal.aborted) {
      await this.end()
      return failed('The call was cancelled.')
    }
    if ('ok' in answer) return { ok: answer.ok, output: cleanText(answer.output) || '(no output)' }
    return failed(`The tool's process failed: ${'failed' in answer ? answer.failed : 'it answered nothing'}.`)
  }

  end(): Promise<void> {
    this.isAlive = false
    return this.#child.end()
  }

  #next(): Promise<Reply> {
    if (!this.isAlive) return Promise.resolve({ failed: this.#ending })
    return new Promise((resolve) => {
      this.#reply = resolve
    })
  }

  #send(message: object): void {
    const channel = this.#child.process.stdio[3]
    if (channel && 'write' in channel && channel.writable) channel.write(`${JSON.stringify(message)}\n`)
  }

  #read(line: string): void {
    const reply = Reply.safeParse(parsed(line))
    this.#reply(reply.success ? reply.data : { failed: 'it sent an invalid reply' })
  }

  #stop(reason: string): void {
    if (!this.isAlive) return
    this.#ending = cleanUpTo(reason, 300)
    this.#reply({ failed: this.#ending })
    void this.end()
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
