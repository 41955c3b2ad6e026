import type { CommentSeverity } from '@convene/domain'
import type { Piece } from '@convene/reading'
import { createContext, useContext } from 'react'
import type { Anchor } from './rows.ts'

/** The actions of the diff. One is undefined if it is not possible now, or not for this user. */
export type Reviewing = {
  /** The piece that the keys act on. */
  readonly current: number
  readonly select: (at: number) => void
  readonly keep?: ((pieces: readonly Piece[]) => void) | undefined
  readonly undo?: ((pieces: readonly Piece[]) => void) | undefined
  /** Opens the form for a comment. */
  readonly write?: ((anchor: Anchor) => void) | undefined
  readonly closeDraft: () => void
  readonly comment: (anchor: Anchor, said: WrittenComment) => Promise<boolean>
  readonly resolve?: ((comment: string, resolved: boolean) => void) | undefined
  readonly send?: ((comments: readonly string[]) => void) | undefined
  /** Whether an undone piece is shown anyway. */
  readonly isUnfolded: (piece: Piece) => boolean
  readonly unfold: (piece: Piece) => void
}

/** `send`: it goes back to the author of the line at once. */
export type WrittenComment = { readonly text: string; readonly severity: CommentSeverity; readonly send: boolean }

export const ReviewContext = createContext<Reviewing | null>(null)

/** The review that this part of the diff belongs to. */
export function useReviewing(): Reviewing {
  const reviewing = useContext(ReviewContext)
  if (!reviewing) throw new Error('part of a diff was rendered outside a review')
  return reviewing
}
