/** What was checked, what was found, and how to fix it. Only `bad` makes Convene unusable. */
export type Check = {
  readonly state: 'good' | 'note' | 'bad'
  readonly what: string
  readonly found: string
  readonly fix?: string
}
