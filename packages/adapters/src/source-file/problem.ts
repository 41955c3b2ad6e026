/** What is wrong in a file that a person wrote, and where. An error stops; a warning says what was done instead. */
export type Problem = {
  readonly severity: 'error' | 'warning'
  readonly code: string
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly key?: string
  readonly message: string
}

/** `/home/ada/.convene/config.json:3:17: limits.maxTurns: found 500, allowed is …` */
export function problemText({ file, line, column, key, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return key ? `${place}: ${key}: ${message}` : `${place}: ${message}`
}

export const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some(({ severity }) => severity === 'error')
