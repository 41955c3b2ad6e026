import type { FoundSentence } from '@convene/domain'
import type { ListedSession } from '@convene/engine'
import type { ListedSessionRow } from '@convene/protocol'

type Row = ListedSession & { readonly sentence?: FoundSentence; readonly interrupted?: boolean }

/** A session row as transferred, with times in ISO 8601. */
export function rowView(listed: Row): ListedSessionRow {
  const { createdAt, updatedAt, wakeAt, tags, sentence, found: _found, moves: _moves, ...row } = listed
  return {
    ...row,
    tags: [...tags],
    ...(sentence && { sentence: { text: sentence.text, marks: sentence.marks.map(([from, to]) => [from, to]) } }),
    createdAt: timeText(createdAt),
    updatedAt: timeText(updatedAt),
    wakeAt: wakeAt === null ? null : timeText(wakeAt),
  }
}

/** ISO 8601. */
export const timeText = (at: number): string => new Date(at).toISOString()
