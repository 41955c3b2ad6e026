/** What was looked at, what was found, and how to fix it. Only `bad` keeps the program from being used. */
export type Check = {
  readonly state: 'good' | 'note' | 'bad'
  readonly what: string
  readonly found: string
  readonly fix?: string
}
