import { type Attempted, attempt } from './attempt.ts'
import { leftInRepository } from './left-behind.ts'
import { failedFiles, type Outcome, outcomeOf, type Repeat, type Results } from './results.ts'

/** If more files fail, something is broken for all of them: to repeat each would take hours and say nothing new. */
const MOST_FILES = 20

export type SuiteRun = {
  /** Arguments of `vitest run`. */
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The folder with the configuration. */
  readonly cwd: string
  /** Show what happens while it happens. */
  say(line: string): void
  readonly isShown: boolean
}

export type SuiteEnd = { readonly outcome: Outcome; readonly first: Attempted }

/** Runs tests, and each failed file once more, alone, in a new process. Files left in the repository are a failure. */
export async function runSuite(run: SuiteRun): Promise<SuiteEnd> {
  const before = leftInRepository(run.cwd)
  const first = await attempt(run)
  const outcome = outcomeOf(first.results, await repeatsOf(first.results, run))
  const left = leftInRepository(run.cwd).filter((file) => !before.includes(file))
  if (left.length === 0) return { outcome, first }
  const complaint = `The tests left files in the repository: ${left.join(', ')}`
  return { outcome: { ...outcome, unhandled: [...outcome.unhandled, complaint] }, first }
}

async function repeatsOf(results: Results, { cwd, environment, say }: SuiteRun): Promise<ReadonlyMap<string, Repeat>> {
  const files = failedFiles(results)
  const repeats = new Map<string, Repeat>()
  if (files.length > MOST_FILES) {
    say(`\n${files.length} files failed: too many to repeat them one by one.`)
    return repeats
  }
  for (const file of files) {
    say(`\nAgain, alone: ${file}`)
    repeats.set(file, await attempt({ words: [file], cwd, ...(environment && { environment }) }))
  }
  return repeats
}
