import { spawn } from 'node:child_process'
import { chmodSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readResults } from './reporter.ts'
import type { Repeat } from './results.ts'
import { withReasons } from './skip-reasons.ts'

const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')

export type Attempt = {
  /** Arguments of `vitest run`. */
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The folder with the configuration. This repository if not given. */
  readonly cwd?: string
  /** Show the output while it runs, as well as keep it. */
  readonly isShown?: boolean
}

/** What an attempt left: its results, its output, and the CPU seconds of each file if they were wanted. */
export type Attempted = Repeat & { readonly costs: readonly Cost[] }

export type Cost = { readonly file: string; readonly seconds: number }

/**
 * Runs Vitest in a new process with its own temporary folder: an attempt finds nothing that an earlier one left there.
 * Without that, a test that fails once because of a missing file, and leaves the file, could never fail twice.
 */
export async function attempt({
  words,
  environment = {},
  cwd = process.cwd(),
  isShown = false,
}: Attempt): Promise<Attempted> {
  const folder = newFolder()
  const [notes, temporary] = [join(folder, 'notes'), join(folder, 't')]
  mkdirSync(notes)
  mkdirSync(temporary)
  chmodSync(temporary, 0o1777)
  const results = join(notes, 'results.json')
  const env = { TMPDIR: temporary, CONVENE_TEST_RESULTS: results, CONVENE_TEST_NOTES: notes, ...environment }
  try {
    const output = join(notes, 'output.txt')
    await run(words, { cwd, env: { ...process.env, ...env }, output, isShown })
    const found = readResults(results)
    return {
      results: { ...found, tests: withReasons(found.tests, notes) },
      output: readFileSync(output, 'utf8'),
      costs: costsIn(notes),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A short path: a socket inside it must fit into 108 characters. Others may enter it: Postgres does not run as root. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ct-'))
  chmodSync(folder, 0o755)
  return folder
}

type Running = {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly output: string
  readonly isShown: boolean
}

function run(words: readonly string[], { cwd, env, output, isShown }: Running): Promise<void> {
  const child = spawn(process.execPath, [vitest, 'run', ...words], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const file = createWriteStream(output)
  for (const stream of [child.stdout, child.stderr]) {
    stream.pipe(file, { end: false })
    if (isShown) stream.pipe(stream === child.stdout ? process.stdout : process.stderr, { end: false })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => file.end(() => resolve()))
  })
}

function costsIn(notes: string): readonly Cost[] {
  try {
    const lines = readFileSync(join(notes, 'cost.ndjson'), 'utf8').trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line) as Cost)
  } catch {
    return []
  }
}
