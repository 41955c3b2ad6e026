import type { ModeView, PositionView } from '@convene/domain'
import type { CSSProperties } from 'react'
import { type Matrix, matrixOf } from '../view/matrix.ts'
import { shownBy } from '../view/mode-view.ts'
import type { Entry, EntryOf, View } from '../view/view.ts'

/** A panelist’s position in a message: the option, the confidence, and whether it changed. */
export type Stance = {
  readonly letter: string
  /** The option's text. */
  readonly text: string
  /** `A · 78 % · unchanged`, `B → A · 72 %`. */
  readonly words: string
  /** The message that changed the panelist's mind. */
  readonly because: string | null
  readonly style: CSSProperties | undefined
}

/** What the run of a message shows: the message keeps its chip when the next run starts. */
export const shownWith = ({ past, session }: View, { band }: Pick<Entry, 'band'>): ModeView =>
  shownBy(past.find(({ number }) => band.startsWith(`${number}/`)) ?? session.run)

/** Null if the message states no position. */
export function stanceOf(view: View, entry: EntryOf<'said'>): Stance | null {
  const { positions, options: drawn } = shownWith(view, entry)
  const at = positions.findLastIndex((position) => isIn(position, entry))
  const position = positions[at]
  if (!position) return null
  const { options } = matrixFor(positions, drawn)
  const find = (one: PositionView | undefined) => one && options.find(({ holds }) => holds(one))
  const option = find(position)
  const before = positions.slice(0, at).findLast(({ agent }) => agent === position.agent)
  const letter = option?.letter ?? '–'
  const from = find(before)?.letter
  const hasMoved = before !== undefined && from !== letter
  const sure = position.confidence === null ? [] : [`${Math.round(position.confidence)} %`]
  return {
    letter,
    text: option?.text ?? position.position,
    words: [
      hasMoved ? `${from ?? '–'} → ${letter}` : letter,
      ...sure,
      ...(before && !hasMoved ? ['unchanged'] : []),
    ].join(' · '),
    because: hasMoved ? (/\bm\d{1,9}\b/u.exec(position.because)?.[0] ?? null) : null,
    style: option?.style,
  }
}

const isIn = ({ agent, message, round }: PositionView, entry: EntryOf<'said'>): boolean =>
  agent === entry.agent && (message === null ? round === entry.round : message === entry.id)

const known = new WeakMap<readonly PositionView[], { readonly drawn: ModeView['options']; readonly matrix: Matrix }>()

/** Cached, because every message needs the same matrix. */
function matrixFor(positions: readonly PositionView[], drawn: ModeView['options']): Matrix {
  const before = known.get(positions)
  if (before?.drawn === drawn) return before.matrix
  const matrix = matrixOf(positions, drawn)
  known.set(positions, { drawn, matrix })
  return matrix
}
