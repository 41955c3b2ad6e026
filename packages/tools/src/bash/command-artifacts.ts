import type { Artifact } from '@convene/domain'

const LONGEST = 20_000
const LONGEST_TITLE = 120

/** A command that has ended, to derive what is worth looking at later. */
type Ended = {
  readonly command: string
  readonly ok: boolean
  readonly output: string
  /** The file with the whole output, if the agent got only part of it. */
  readonly log?: string | undefined
}

/** A test run as a test result, and output that was too long for the model as a log. */
export function commandArtifacts({ command, ok, output, log }: Ended): readonly Artifact[] {
  const line = command.replace(/\s+/gu, ' ').trim().slice(0, LONGEST_TITLE)
  const whole = log === undefined ? {} : { path: log }
  if (isTestRun(command))
    return [{ kind: 'test', title: `${line}: ${ok ? 'passed' : 'failed'}`, ...whole, text: output.slice(-LONGEST) }]
  return log === undefined ? [] : [{ kind: 'log', title: line, path: log }]
}

/** Programs that run tests by themselves, and those that do so with `test` as an argument. */
const runners = [
  'vitest',
  'jest',
  'mocha',
  'ava',
  'pytest',
  'tox',
  'nox',
  'phpunit',
  'rspec',
  'ctest',
  'playwright test',
]
const toldTest = [
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'go',
  'cargo',
  'dotnet',
  'mix',
  'swift',
  'deno',
  'mvn',
  'gradle',
  'rake',
  'make',
]

/** Prefixes before the command itself. */
const before = String.raw`(?:[A-Za-z_]\w*=\S*\s+|(?:npx|bunx|uv run|poetry run|bundle exec|time|nice|env)\s+|(?:pnpm|yarn)\s+exec\s+)*(?:\S*/)?`
const words = [
  `(?:${runners.join('|')})`,
  String.raw`(?:${toldTest.join('|')})w?\s+(?:-\S+\s+)*(?:run\s+)?(?:t|tests?|check)(?::\S+)?`,
  String.raw`python[\d.]*\s+-m\s+(?:pytest|unittest)`,
  String.raw`node\s+--test`,
]
const testRun = new RegExp(String.raw`(?:^|[;&|(\n])\s*${before}(?:${words.join('|')})(?=[\s;&|)]|$)`, 'u')

/** Whether a command in the line runs tests. Mentioning a test runner, as in `grep pytest`, does not count. */
export const isTestRun = (command: string): boolean => testRun.test(command.slice(0, 2_000))
