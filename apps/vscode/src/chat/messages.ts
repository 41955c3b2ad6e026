import { type EventOf, traitsOf, withPlainMarks } from '@convene/domain'
import { kindText } from '@convene/reading'
import type { Verbosity } from '../settings/verbosity.ts'
import { markdown, oneLine, type ResponsePart } from './response-part.ts'

/** The agents' names in a run, its mode, and whether nobody has spoken yet. */
export type Names = { name(slug: string): string; readonly mode: string; readonly isFirst: boolean }

/** Kinds that are results: shown in full at any verbosity. */
const results: readonly string[] = ['answer', 'synthesis', 'notification']
/** Kinds that are notes between agents, or that a card repeats: a clarification is asked as questions. */
const inner: readonly string[] = ['assignment', 'ballot', 'clarification', 'evaluation', 'moderation']

/** Whether it is obvious who is speaking. */
export const isOnlyVoice = (kind: string, { mode, isFirst }: Names): boolean =>
  kind === 'answer' && (traitsOf(mode).alone || (traitsOf(mode).entry && isFirst))

/** Whether a message of this kind is shown in full or as one line. */
export const isWhole = (kind: string, verbosity: Verbosity): boolean => results.includes(kind) || verbosity !== 'brief'

/** As much of a message as one line shows. */
const LINE = 200

/** Whether only a part of a message is shown. */
export const isCut = (kind: string, text: string, verbosity: Verbosity): boolean =>
  !isWhole(kind, verbosity) && oneLine(text, LINE) !== text.trim()

export const headingOf = (author: string, kind: string, { name }: Names): string =>
  `#### ${oneLine(name(author), 80)} — ${kindText(kind) || kind}`

/** An agent's message, under its name. The user's own messages are already in the chat. */
export function messageShown(
  { data }: EventOf<'message'>,
  names: Names,
  verbosity: Verbosity,
): readonly ResponsePart[] {
  const { author, role, kind, round } = data
  const text = withPlainMarks(data.text)
  if (role === 'user' || text.trim() === '') return []
  if (verbosity !== 'full' && inner.includes(kind)) return []
  // A note by Convene itself has nobody's name to put above it.
  if (isOnlyVoice(kind, names) || kind === 'synthesis' || role === 'system') return [markdown(text)]
  if (kind === 'review' && /^.{1,60}$/u.test(text.trim()))
    return [markdown(`**${oneLine(names.name(author), 80)}** — review: ${text.trim()}`)]
  const heading = `${headingOf(author, kind, names)}${round ? `, round ${round}` : ''}`
  if (isWhole(kind, verbosity)) return [markdown(`${heading}\n\n${text}`)]
  return [markdown(`**${oneLine(names.name(author), 80)}**: ${oneLine(text, LINE)}`)]
}
