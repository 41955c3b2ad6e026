import { type EventOf, kindText, withPlainMarks } from '@convene/domain'
import { markdown, oneLine, type Shown, type Verbosity } from './shown.ts'

/** Who is who in a run, and whether nobody has spoken before. */
export type Names = { name(slug: string): string; readonly mode: string; readonly isFirst: boolean }

/** Kinds that are the work itself: shown whole however little a person wants to see. */
const results: readonly string[] = ['answer', 'synthesis', 'notification']
/** Kinds that are notes between agents. */
const inner: readonly string[] = ['assignment', 'ballot', 'evaluation', 'moderation']

/** That nothing needs to be asked back is no news. */
const isFormality = (kind: string, text: string): boolean => kind === 'clarification' && /^CLEAR:/u.test(text)

/** Whether it is obvious whose words these are. */
export const isOnlyVoice = (kind: string, { mode, isFirst }: Names): boolean =>
  kind === 'answer' && (mode === 'agent' || (mode === 'delegate' && isFirst))

/** Whether a message of this kind is shown whole, or as one line. */
export const isWhole = (kind: string, verbosity: Verbosity): boolean => results.includes(kind) || verbosity !== 'brief'

export const headingOf = (author: string, kind: string, { name }: Names): string =>
  `#### ${oneLine(name(author), 80)} — ${kindText(kind) || kind}`

/** What an agent said, under its name; the user's own words are in the chat already. */
export function messageShown({ data }: EventOf<'message'>, names: Names, verbosity: Verbosity): readonly Shown[] {
  const { author, role, kind, round } = data
  const text = withPlainMarks(data.text)
  if (role === 'user' || text.trim() === '') return []
  if (verbosity !== 'full' && (inner.includes(kind) || isFormality(kind, data.text))) return []
  if (isOnlyVoice(kind, names) || kind === 'synthesis') return [markdown(text)]
  const heading = `${headingOf(author, kind, names)}${round ? `, round ${round}` : ''}`
  if (isWhole(kind, verbosity)) return [markdown(`${heading}\n\n${text}`)]
  return [markdown(`**${oneLine(names.name(author), 80)}**: ${oneLine(text, 200)}`)]
}
