import type { BuildReview } from '@convene/reading'
import { type Piece, piecesOf } from '@convene/reading'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { VirtualizerHandle } from 'virtua'
import { type Anchor, isHeadOf, type Row, rowsOf } from './rows.ts'

/** The change on the screen: its rows, the piece that the keys act on, and the comment that is being written. */
export type ShownPieces = {
  readonly pieces: readonly Piece[]
  readonly rows: readonly Row[]
  readonly list: RefObject<VirtualizerHandle | null>
  /** −1: none yet. */
  readonly current: number
  readonly select: (at: number) => void
  /** Selects a piece, and brings it to the top of the screen. */
  readonly show: (at: number) => void
  readonly showStep: (step: string) => void
  readonly showFile: (path: string) => void
  readonly draft: Anchor | null
  readonly write: (anchor: Anchor | null) => void
  readonly isUnfolded: (piece: Piece) => boolean
  readonly unfold: (piece: Piece) => void
}

/** Room for the sticky bar at the top of the scrolled area. */
const ABOVE = 56

export function usePieces(review: BuildReview, scroller: RefObject<HTMLElement | null>): ShownPieces {
  const list = useRef<VirtualizerHandle>(null)
  const [current, select] = useState(-1)
  const [draft, write] = useState<Anchor | null>(null)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const pieces = useMemo(() => piecesOf(review.files), [review.files])
  const isUnfolded = useCallback((piece: Piece) => unfolded.has(nameOf(piece)), [unfolded])
  const rows = useMemo(
    () =>
      rowsOf(pieces, {
        comments: review.comments,
        draft,
        isFolded: (piece) => piece.hunk.state === 'undone' && !isUnfolded(piece),
      }),
    [pieces, review.comments, draft, isUnfolded],
  )
  const show = (at: number) => {
    if (!pieces[at]) return
    select(at)
    const row = rows.findIndex((each) => isHeadOf(each, at))
    list.current?.scrollToIndex(row, { align: 'start', offset: -ABOVE })
    focusWhenDrawn(scroller, at)
  }
  const showFirst = (isIt: (piece: Piece) => boolean) => show(pieces.findIndex(isIt))
  return {
    pieces,
    rows,
    list,
    current: Math.min(current, pieces.length - 1),
    select,
    show,
    showStep: (step) => showFirst(({ hunk }) => hunk.by.some((maker) => maker.step === step)),
    showFile: (path) => showFirst(({ file }) => file.path === path),
    draft,
    write,
    isUnfolded,
    unfold: (piece) => setUnfolded((before) => toggled(before, nameOf(piece))),
  }
}

const nameOf = ({ file, hunk }: Piece): string => `${file.path}\n${hunk.id}`

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(one)) next.add(one)
  return next
}

/** A far row is drawn some frames after the list has scrolled to it. */
function focusWhenDrawn(scroller: RefObject<HTMLElement | null>, at: number, frames = 20): void {
  requestAnimationFrame(() => {
    const head = scroller.current?.querySelector<HTMLElement>(`[data-piece="${at}"]`)
    if (head) head.focus({ preventScroll: true })
    else if (frames > 0) focusWhenDrawn(scroller, at, frames - 1)
  })
}
