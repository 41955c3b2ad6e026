import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { leftOut } from '../runner/skip-reasons.ts'

const launcher = resolve(import.meta.dirname, '../../apps/cli/bin/convene.mjs')

/** With the default space, a start collects garbage three times, which takes an eighth of its time. */
const node = [process.execPath, '--min-semi-space-size=32']

/** The bundle while it is current, as users run it, and the sources after an edit, compiled once for all of them. */
export const startedFast: Readonly<Record<string, string>> = {
  CONVENE_SOURCES: process.env.CONVENE_SOURCES ?? '',
  XDG_CACHE_HOME: join(tmpdir(), 'convene-e2e-cache'),
}

/** What a process printed, and how it exited. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

export type LaunchOptions = {
  readonly environment?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly input?: string
  readonly node?: readonly string[]
  /** A launcher other than this checkout's. */
  readonly launcher?: string
  /** Standard input is a terminal, and the outputs still are not. */
  readonly attended?: boolean
}

/** A running process: its output so far, and how it ends. */
export type Launched = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves as soon as standard output and error together hold this text. */
  says(text: string): Promise<void>
}

/** A process on a pseudo terminal, and its user. */
export type OnTerminal = Launched & {
  /** Sends keys unchanged. */
  types(keys: string): void
  /** Ends the program itself at once, as a power failure would. */
  killProgram(): void
}

/** Whether this machine can make pseudo terminals, with `script` from util-linux. */
const hasTerminals = process.platform === 'linux' && existsSync('/usr/bin/script')

/** Whether tests that need a terminal are skipped, which the closing summary then says. */
export const lacksTerminals = (): boolean =>
  !hasTerminals && leftOut('there are no pseudo terminals without `script` of util-linux')

/** A test's own data folder and workspace, with nothing of the machine in its environment. */
export type TestFolders = {
  readonly home: string
  readonly workspace: string
  launch(words: readonly string[], options?: LaunchOptions): Launched
  /** The same on a pseudo terminal, where both outputs are one. */
  onTerminal(...words: readonly string[]): OnTerminal
  convene(...words: readonly string[]): Promise<Ended>
  settings(value: unknown): void
  remove(): void
}

/** A place without a connected model. Nobody watches, so the settings name the rehearsal. */
export function newPlace(): TestFolders {
  const place = barePlace()
  place.settings({ model: 'rehearsal/offline' })
  return place
}

/** A place without any settings. */
export function barePlace(): TestFolders {
  const root = mkdtempSync(join(tmpdir(), 'convene-e2e-'))
  const home = join(root, 'home')
  const workspace = join(root, 'workspace')
  mkdirSync(home, { mode: 0o700 })
  mkdirSync(workspace)
  writeFileSync(
    join(workspace, 'notes.md'),
    '# Notes\n\nThe queue keeps what nobody has read yet.\nOne process writes.\n',
  )
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: root,
    CONVENE_HOME: home,
    // Nobody watches the rehearsal write. Tests that act while it writes restore its pace.
    CONVENE_REHEARSAL_PACE: '0',
    ...startedFast,
  }
  const start = (words: readonly string[], options: LaunchOptions = {}): Launched => {
    const program = [...node, ...(options.node ?? []), options.launcher ?? launcher, ...words]
    const [file = '', ...rest] = options.attended ? atKeyboard(program) : program
    const env = { ...environment, ...options.environment }
    const stdio: 'pipe'[] = Array(options.attended ? 5 : 3).fill('pipe')
    return watch(spawn(file, rest, { cwd: options.cwd ?? workspace, env, stdio }), options.input)
  }
  const onTerminal = (...words: readonly string[]): OnTerminal => {
    const program = [...node, launcher, ...words].map(quoted).join(' ')
    const command = `stty cols 100 rows 40; exec ${program}`
    const env = { ...environment, NO_COLOR: '1', TERM: 'xterm', SHELL: '/bin/sh' }
    const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { cwd: workspace, env })
    const launched = watch(child, undefined, true)
    return {
      ...launched,
      types: (keys) => void child.stdin.write(keys),
      killProgram: () => process.kill(childOf(child.pid ?? 0), 'SIGKILL'),
    }
  }
  return {
    home,
    workspace,
    launch: start,
    onTerminal,
    convene: (...words) => start(words).ended,
    settings: (value) => writeFileSync(join(home, 'config.json'), JSON.stringify(value)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** The program with a pseudo terminal as its standard input only. Its outputs are file descriptors 3 and 4. */
const atKeyboard = (program: readonly string[]): readonly string[] => [
  '/usr/bin/script',
  '-qec',
  `exec ${program.map(quoted).join(' ')} >&3 2>&4`,
  '/dev/null',
]

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

function watch(child: ChildProcess, input: string | undefined, staysOpen = false): Launched {
  let stdout = ''
  let stderr = ''
  const waiting = new Set<() => void>()
  const look = () => waiting.forEach((check) => void check())
  const read = (at: number, take: (text: string) => void) =>
    (child.stdio[at] as Readable | null | undefined)?.setEncoding('utf8').on('data', (text: string) => {
      take(text)
      look()
    })
  for (const at of [1, 3])
    read(at, (text) => {
      stdout += text
    })
  for (const at of [2, 4])
    read(at, (text) => {
      stderr += text
    })
  // A program that has already exited reads nothing.
  child.stdin?.on('error', () => undefined)
  if (!staysOpen) child.stdin?.end(input ?? '')
  const ended = new Promise<Ended>((done, failed) => {
    child.once('error', failed)
    child.once('close', (code) => done({ code, stdout, stderr }))
  })
  const says = (text: string) =>
    new Promise<void>((done, failed) => {
      const check = () => {
        if ((stdout + stderr).includes(text) && waiting.delete(check)) done()
      }
      waiting.add(check)
      check()
      void ended.then(() => waiting.has(check) && failed(new Error(`It ended without saying ${text}: ${stderr}`)))
    })
  return { child, ended, says }
}

/** Each line of standard output as JSON. A line that is not JSON fails the test. */
export const jsonLines = (stdout: string): readonly Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** Settings under which every agent asks a scripted server. */
export const settingsFor = (server: { readonly url: string }): unknown => ({
  model: 'local/scripted',
  providers: { local: { type: 'openai-compatible', baseURL: `${server.url}/v1` } },
})

/** Polls until `look` finds something. */
export async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
