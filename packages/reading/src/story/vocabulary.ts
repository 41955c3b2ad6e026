import { type Facts, type How, spaced } from '@convene/domain'

const ways: Readonly<Record<How, string>> = {
  majority: 'by majority',
  record: 'by weighted votes',
  lead: 'by the lead',
  user: 'by you',
  undecided: '',
}

/** How a decision was made: `by majority`. Empty if it stays open. */
export const howText = (how: string): string => (Object.hasOwn(ways, how) ? ways[how as How] : spaced(how))

const made: Readonly<Record<Facts['artifact']['kind'], string>> = {
  report: 'Report',
  adr: 'Decision record',
  diff: 'Change',
  log: 'Log',
  test: 'Test result',
  document: 'Document',
}

export const artifactWord = (kind: Facts['artifact']['kind']): string => made[kind] ?? spaced(kind)

/** What was made, with its kind in front unless its title says it already. */
export function artifactText({ kind, title }: Pick<Facts['artifact'], 'kind' | 'title'>): string {
  const word = artifactWord(kind)
  return title.startsWith(`${word}: `) ? title : `${word}: ${title}`
}

/** What an approval allows. */
export const scopeText = (answer: Facts['permission.answered']['answer'], pattern = ''): string =>
  ({
    once: 'Allowed once',
    session: `Allowed for this session: ${pattern}`,
    always: `Always allowed: ${pattern}`,
    deny: 'Denied',
  })[answer]

/** In the first round nobody hears the others. */
export const roundText = (round: number): string =>
  round === 1 ? 'Round 1, blind: all answer at once' : `Round ${round}`

/** What agents do, as the text after their name, for surfaces that draw the name themselves. */
export const verbs = {
  asks: 'asks',
  thinks: 'thinks',
  answered: 'answered',
  reports: 'reports',
  failed: 'failed',
  handsWorkTo: (name: string) => `hands work to ${name}`,
} as const
