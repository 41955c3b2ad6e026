import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import type { AbortSignal } from '@convene/engine'

export type RipgrepSearch = {
  readonly arguments: readonly string[]
  /** The folder to search in. */
  readonly folder: string
  /** An open file to search instead. */
  readonly file?: number
}

/** How a search ended. `stopped` means that we ended it early. */
export type SearchEnd = { readonly end: 'done' | 'stopped' } | { readonly end: 'failed'; readonly why: string }

/** Version control's internal files are not part of a workspace. Other hidden files are. */
const ALWAYS = [
  '--no-config',
  '--color=never',
  '--hidden',
  '--no-require-git',
  '--no-messages',
  '-g',
  '!{.git,.hg,.svn,.jj}',
]
const MAX_PROBLEM = 2_000

/**
 * Runs ripgrep and passes its output on as it arrives. It is killed when `take` returns 'enough' or the signal fires.
 * Ripgrep is loaded on first use: on a system without it, everything else still works.
 */
export async function runRipgrep(
  search: RipgrepSearch,
  signal: AbortSignal,
  take: (piece: string) => 'enough' | 'more',
): Promise<SearchEnd> {
  const program = await import('@vscode/ripgrep').then(
    ({ rgPath }) => rgPath,
    () => undefined,
  )
  if (program === undefined) return { end: 'failed', why: 'ripgrep is not available for this system' }
  if (signal.aborted) return { end: 'stopped' }
  const child = spawn(program, [...ALWAYS, ...search.arguments], {
    cwd: search.folder,
    stdio: [search.file ?? 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  return following(child, signal, take)
}

function following(
  child: ChildProcess,
  signal: AbortSignal,
  take: (piece: string) => 'enough' | 'more',
): Promise<SearchEnd> {
  let stopped = false
  let problem = ''
  const stop = () => {
    stopped = true
    child.kill('SIGKILL')
  }
  signal.addEventListener('abort', stop, { once: true })
  textOf(child.stdout, (piece) => {
    if (!stopped && take(piece) === 'enough') stop()
  })
  textOf(child.stderr, (piece) => {
    problem = (problem + piece).slice(0, MAX_PROBLEM)
  })
  return new Promise((resolve) => {
    const settle = (end: SearchEnd) => {
      signal.removeEventListener('abort', stop)
      resolve(end)
    }
    child.once('error', (error) => settle({ end: 'failed', why: error.message }))
    child.once('close', (code) => {
      if (stopped) settle({ end: 'stopped' })
      // 1 means "nothing found". With 2, some files could not be read, which is a failure only if it says why.
      else if (code === 0 || code === 1 || problem === '') settle({ end: 'done' })
      else settle({ end: 'failed', why: problem.trim() })
    })
  })
}

function textOf(stream: Readable | null, take: (piece: string) => void): void {
  stream?.setEncoding('utf8')
  stream?.on('data', take)
}
