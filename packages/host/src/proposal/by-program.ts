import { once } from 'node:events'
import { cleanLine, ok, type Result, refuse } from '@convene/domain'
import { type Environment, findProgram, guardedChild } from '@convene/platform'
import { type Forge, type ForgeProposal, isOwnAddress, type Way } from './forge.ts'

const TIMEOUT_MS = 60_000
const MOST = 1_000_000

type Setup = { readonly environment: Environment; readonly folder: string }

/** `gh` or `glab`, if it is installed. */
export function byProgram(forge: Forge, setup: Setup): Way | undefined {
  const name = forge.kind === 'github' ? 'gh' : 'glab'
  const program = findProgram(name, setup.environment)
  if (program === undefined) return undefined
  const run = (args: readonly string[], input = '') => ran({ name, program, ...setup }, args, input)
  return forge.kind === 'github' ? gh(forge, run) : glab(forge, run)
}

type Run = (args: readonly string[], input?: string) => Promise<Result<string>>

function gh(forge: Forge, run: Run): Way {
  const repo = ['--repo', `${forge.host}/${forge.path}`]
  return {
    name: 'gh',
    find: async (branch) => {
      const args = ['pr', 'list', ...repo, '--head', branch, '--state', 'open', '--json', 'url,headRefName']
      const said = await run(args)
      return said.ok ? ok(addressIn(forge, said.value, { branch, key: 'headRefName', address: 'url' })) : said
    },
    open: async ({ title, text, branch, into, draft }) => {
      const what = ['--head', branch, '--base', into, '--title', title, '--body-file', '-']
      const said = await run(['pr', 'create', ...repo, ...what, ...(draft ? ['--draft'] : [])], text)
      return said.ok ? ok(firstAddress(forge, said.value)) : unlessThere(said)
    },
  }
}

function glab(forge: Forge, run: Run): Way {
  const repo = ['--repo', `https://${forge.host}/${forge.path}`]
  return {
    name: 'glab',
    find: async (branch) => {
      const said = await run(['mr', 'list', ...repo, '--source-branch', branch, '--output', 'json'])
      return said.ok ? ok(addressIn(forge, said.value, { branch, key: 'source_branch', address: 'web_url' })) : said
    },
    open: async ({ title, text, branch, into, draft }: ForgeProposal) => {
      const what = [
        '--source-branch',
        branch,
        '--target-branch',
        into,
        '--title',
        title,
        '--description',
        text,
        '--yes',
      ]
      const said = await run(['mr', 'create', ...repo, ...what, ...(draft ? ['--draft'] : [])])
      return said.ok ? ok(firstAddress(forge, said.value)) : unlessThere(said)
    },
  }
}

/** Somebody else may have opened it a moment ago. */
const unlessThere = (said: Result<never>): Result<undefined> =>
  !said.ok && /already exists|already been/iu.test(said.refusal.message) ? ok(undefined) : said

type Fields = { readonly branch: string; readonly key: string; readonly address: string }

function addressIn(forge: Forge, text: string, { branch, key, address }: Fields): string | undefined {
  const listed = parsed(text)
  const rows = Array.isArray(listed) ? (listed as readonly (Record<string, unknown> | null)[]) : []
  const own = rows.find((row) => row?.[key] === branch && isOwnAddress(forge, String(row[address])))
  return own ? String(own[address]) : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const firstAddress = (forge: Forge, text: string): string | undefined =>
  text.match(/https:\/\/\S+/gu)?.find((address) => isOwnAddress(forge, address))

/** Runs the user's own program outside of the workspace: nothing there decides what it does. */
async function ran(
  { name, program, environment, folder }: Setup & { readonly name: string; readonly program: string },
  args: readonly string[],
  input: string,
): Promise<Result<string>> {
  const quiet = { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_PROMPT: '1', NO_COLOR: '1' }
  const own = Object.entries(environment).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  const env = { ...Object.fromEntries(own), ...quiet, GIT_TERMINAL_PROMPT: '0' }
  const child = guardedChild({ command: program, args, cwd: folder, env })
  const out = collected(child.process.stdout)
  const err = collected(child.process.stderr)
  child.process.stdin?.on('error', () => {})
  child.process.stdin?.end(input)
  const timer = setTimeout(() => void child.end(), TIMEOUT_MS)
  try {
    const [code] = (await once(child.process, 'close')) as [number | null]
    if (code === 0) return ok(out())
    return refuse('forge_refused', `${name} failed: ${cleanLine(err()).slice(0, 300) || `it ended with ${code}`}.`)
  } catch (error) {
    return refuse('forge_refused', `${name} could not be started: ${(error as Error).message}`)
  } finally {
    clearTimeout(timer)
    await child.end()
  }
}

function collected(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.on('data', (chunk: Buffer) => {
    if (text.length < MOST) text += chunk.toString('utf8')
  })
  return () => text
}
