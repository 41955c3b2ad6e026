import { moreText, sumUp } from '@convene/domain'

/**
 * A problem in a hand-written file, with its position. An error stops the program, a warning says what is used instead.
 */
export type FileProblem = {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly key?: string
  readonly message: string
}

/** `/home/ada/.convene/config.json:3:17: limits.maxTurns: found 500, expected …` */
export function problemText({ file, line, column, key, message }: FileProblem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return key ? `${place}: ${key}: ${message}` : `${place}: ${message}`
}

/**
 * Merges identical problems with a count, and cuts a long list to a number: a broken file must not flood the screen.
 */
export const sumUpProblems = (problems: readonly FileProblem[]): readonly FileProblem[] =>
  sumUp(problems, {
    key: ({ severity, code, file, key = '', message }) => [severity, code, file, key, message].join('\n'),
    times: (problem, count) => ({ ...problem, message: `${problem.message} (${count} times)` }),
    rest: (count) => ({
      severity: 'warning',
      code: 'more',
      file: problems.at(-1)?.file ?? '',
      message: moreText(count),
    }),
  })

export const hasErrors = (problems: readonly FileProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
