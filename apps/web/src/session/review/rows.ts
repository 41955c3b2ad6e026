import type { Piece, ReviewComment } from '@convene/reading'
import { placeInHunk } from '@convene/reading'
import { type Slice, slicesOf } from './slices.ts'

/** Where in a change a comment is. */
export type Anchor = { readonly path: string; readonly side: 'old' | 'new'; readonly line: number }

/** A row of the diff. Rows are short, so that only what is on the screen is drawn, however large the change is. */
export type Row =
  | { readonly kind: 'file' | 'hunk' | 'end'; readonly key: string; readonly piece: Piece }
  | { readonly kind: 'code'; readonly key: string; readonly piece: Piece; readonly slice: Slice }
  | { readonly kind: 'draft'; readonly key: string; readonly piece: Piece; readonly anchor: Anchor }
  | { readonly kind: 'comment'; readonly key: string; readonly piece: Piece | null; readonly comment: ReviewComment }
  | { readonly kind: 'beside'; readonly key: string; readonly piece: null; readonly title: string }

type Marks = {
  readonly comments: readonly ReviewComment[]
  /** Where you are writing a comment. */
  readonly draft: Anchor | null
  /** Pieces of which only the head is shown. */
  readonly isFolded: (piece: Piece) => boolean
}

/** The rows of a change: files with their pieces, and comments below the lines they are about. */
export function rowsOf(pieces: readonly Piece[], { comments, draft, isFolded }: Marks): readonly Row[] {
  const byPath = Map.groupBy(pieces, ({ file }) => file.path)
  const byPiece = Map.groupBy(comments, (comment) => pieceWith(byPath, comment))
  const written = draft && pieceAt(byPath, draft)
  const rows: Row[] = []
  for (const piece of pieces) {
    const { number, of, at } = piece
    if (number === 1) rows.push({ kind: 'file', key: `file ${at}`, piece })
    if (of > 1) rows.push({ kind: 'hunk', key: `hunk ${at}`, piece })
    const marked = { piece, said: byPiece.get(piece) ?? [], draft: written === piece ? draft : null }
    if (!isFolded(piece)) addLines(rows, marked)
    if (number === of) rows.push({ kind: 'end', key: `end ${at}`, piece })
  }
  addBeside(rows, byPiece.get(undefined) ?? [])
  return rows
}

/** The row that names a piece. The only piece of a file is named with it. */
export const isHeadOf = ({ kind, piece }: Row, at: number): boolean =>
  piece?.at === at && kind === (piece.of > 1 ? 'hunk' : 'file')

/** Comments on files that the change does not show are at its end. No comment disappears. */
function addBeside(rows: Row[], comments: readonly ReviewComment[]): void {
  const groups = Object.entries(Object.groupBy(comments, ({ anchor }) => (anchor.state === 'gone' ? 'gone' : 'there')))
  for (const [state, said] of groups) {
    rows.push({ kind: 'beside', key: state, piece: null, title: titles[state as keyof typeof titles] })
    for (const comment of said) rows.push({ kind: 'comment', key: `comment ${comment.id}`, piece: null, comment })
  }
}

const titles = { gone: 'Comments on lines that are gone', there: 'Comments on lines outside the change' } as const

type Marked = { readonly piece: Piece; readonly said: readonly ReviewComment[]; readonly draft: Anchor | null }

function addLines(rows: Row[], { piece, said, draft }: Marked): void {
  const { hunk, at } = piece
  const placed = said.map((comment) => ({ comment, after: placeInHunk(hunk, anchorOf(comment)) }))
  const draftAt = draft ? placeInHunk(hunk, draft) : -1
  const addNotes = (from: number, to: number) => {
    for (const { comment, after } of placed)
      if (after >= from && after < to) rows.push({ kind: 'comment', key: `comment ${comment.id}`, piece, comment })
    if (draft && draftAt >= from && draftAt < to) rows.push({ kind: 'draft', key: 'draft', piece, anchor: draft })
  }
  if (hunk.lines.length === 0) addNotes(-1, 1)
  for (const slice of slicesOf(hunk, new Set([...placed.map(({ after }) => after), draftAt]))) {
    rows.push({ kind: 'code', key: `code ${at}.${slice.from}`, piece, slice })
    addNotes(slice.from, slice.to)
  }
}

/** Where a comment is shown: where its line is now, or where it was. */
export const anchorOf = ({ path, side, line, anchor }: ReviewComment): Anchor => ({
  path,
  side,
  line: anchor.line ?? line,
})

type ByPath = ReadonlyMap<string, readonly Piece[]>

const pieceWith = (pieces: ByPath, comment: ReviewComment): Piece | undefined =>
  pieces.get(comment.path)?.find(({ hunk }) => hunk.id === comment.hunk) ?? pieceAt(pieces, anchorOf(comment))

/** The piece that shows a line, or the last one of its file before it. */
function pieceAt(pieces: ByPath, { path, side, line }: Anchor): Piece | undefined {
  const own = pieces.get(path) ?? []
  return own.findLast(({ hunk }) => (side === 'old' ? hunk.oldStart : hunk.newStart) <= line) ?? own[0]
}
