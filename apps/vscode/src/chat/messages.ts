import { type EventOf, traitsOf, withPlainMarks } from '@convene/domain'
import { hasOneVoice, lookOf, type Rank } from '@convene/reading'
import type { EditorVerbosity } from '../settings/verbosity.ts'
import { markdown, oneLine, type ResponsePart } from './response-part.ts'

/** The agents' names in a run, its mode, and whether nobody has spoken yet. */
export type ChatNames = { name(slug: string): string; readonly mode: string; readonly isFirst: boolean }

/** Messages that a chat has room for. The others are notes between agents, or what a card repeats. */
const shown: readonly Rank[] = ['result', 'talk']

/** Whether it is obvious who is speaking. */
export const isOnlyVoice = (kind: string, { mode, isFirst }: ChatNames): boolean =>
  kind === 'answer' && hasOneVoice(traitsOf(mode)) && (isFirst || traitsOf(mode).alone)

/** Whether a message of this kind is shown in full or as one line. */
export const isWhole = (kind: string, verbosity: EditorVerbosity): boolean =>
  lookOf(kind).rank === 'result' || verbosity !== 'brief'

/** As much of a message as one line shows. */
const LINE = 200

/** Whether only a part of a message is shown. */
export const isCut = (kind: string, text: string, verbosity: EditorVerbosity): boolean =>
  !isWhole(kind, verbosity) && oneLine(text, LINE) !== text.trim()

export const messageHeading = (author: string, kind: string, { name }: ChatNames): string =>
  `#### ${oneLine(name(author), 80)} — ${lookOf(kind).word || kind}`

/** An agent's message, under its name. The user's own messages are already in the chat. */
export function messageShown(
  { data }: EventOf<'message'>,
  names: ChatNames,
  verbosity: EditorVerbosity,
): readonly ResponsePart[] {
  const { author, role, kind, round } = data
  const text = withPlainMarks(data.text)
  if (role === 'user' || text.trim() === '') return []
  if (verbosity !== 'full' && !shown.includes(lookOf(kind).rank)) return []
  // A note by Convene itself has nobody's name to put above it.
  if (isOnlyVoice(kind, names) || kind === 'synthesis' || role === 'system') return [markdown(text)]
  if (kind === 'review' && /^.{1,60}$/u.test(text.trim()))
    return [markdown(`**${oneLine(names.name(author), 80)}** — review: ${text.trim()}`)]
  const heading = `${messageHeading(author, kind, names)}${round ? `, round ${round}` : ''}`
  if (isWhole(kind, verbosity)) return [markdown(`${heading}\n\n${text}`)]
  return [markdown(`**${oneLine(names.name(author), 80)}**: ${oneLine(text, LINE)}`)]
}
