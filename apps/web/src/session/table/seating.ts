import type { TableRound as RoundOf, Seated as SeatedOn, Table, TextOf } from '@convene/reading'
import type { Option } from '../view/matrix.ts'
import type { View } from '../view/view.ts'

/** The Table with its sides in colour. */
export type Seating = Table<Option>
export type TableRound = RoundOf<Option>
export type Seated = SeatedOn<Option>

/** The messages of a session, by id. */
export const textsOf =
  (view: View): TextOf =>
  (message) => {
    for (const entry of view.entries.values()) if (entry.kind === 'said' && entry.id === message) return entry.text
  }
