import type { PanelReading, Run } from '@convene/domain'
import type { CSSProperties } from 'react'
import { type Matrix, matrixOf, optionsIn } from '../view/matrix.ts'
import type { Entry, EntryOf, Position, View } from '../view/view.ts'

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

type OfRun = { readonly run: Run | null; readonly positions: readonly Position[] }

/** The run a message belongs to, with its positions: the message keeps its chip when the next run starts. */
export const runOf = ({ past, session, positions }: View, { band }: Pick<Entry, 'band'>): OfRun =>
  past.find(({ run }) => band.startsWith(`${run.number}/`)) ?? { run: session.run, positions }

/** Null if the message states no position. */
export function stanceOf(view: View, entry: EntryOf<'said'>): Stance | null {
  const { run, positions } = runOf(view, entry)
  const at = positions.findLastIndex((position) => isIn(position, entry))
  const position = positions[at]
  if (!position) return null
  const { options } = matrixFor(positions, optionsIn(run))
  const find = (one: Position | undefined) => one && options.find(({ holds }) => holds(one))
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

const isIn = ({ agent, message, round }: Position, entry: EntryOf<'said'>): boolean =>
  agent === entry.agent && (message === undefined ? round === entry.round : message === entry.id)

const known = new WeakMap<readonly Position[], { readonly drawn: PanelReading['options']; readonly matrix: Matrix }>()

/** Cached, because every message needs the same matrix. */
function matrixFor(positions: readonly Position[], drawn: PanelReading['options']): Matrix {
  const before = known.get(positions)
  if (before?.drawn === drawn) return before.matrix
  const matrix = matrixOf(positions, drawn)
  known.set(positions, { drawn, matrix })
  return matrix
}
