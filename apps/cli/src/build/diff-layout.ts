import { numbered, spelled, spelledLine } from '@convene/domain'
import { type BuildReview, type Piece, piecesOf, placeInHunk, type ReviewComment } from '@convene/reading'
import { breakLine } from '../terminal/break-line.ts'
import { diffPaint } from '../terminal/diff-rows.ts'
import type { Style } from '../terminal/style.ts'
import { wrap } from '../terminal/wrap.ts'
import { fileWords, pieceWords, reasonsOf, remarkOf } from './facts.ts'
import { commentLines } from './printed-review.ts'

/** A row of the diff. `line`: its place in the hunk. */
export type DiffRow = { readonly text: string; readonly piece: number; readonly line: number | null }

/** A change in rows of a terminal, and where each piece begins. */
export type DiffLayout = {
  readonly pieces: readonly Piece[]
  readonly rows: readonly DiffRow[]
  readonly heads: readonly number[]
}

/** A generated file may be one line of megabytes. */
const LONGEST = 600

/** The whole change in rows, so that scrolling only takes some of them. */
export function diffLayout(review: BuildReview, page: { readonly width: number; readonly style: Style }): DiffLayout {
  const pieces = piecesOf(review.files)
  const rows: DiffRow[] = []
  const heads: number[] = []
  const remarks = new Map(review.steps.map((step) => [step.id, remarkOf(step)]))
  const comments = Map.groupBy(review.comments, ({ hunk }) => hunk)
  for (const piece of pieces) {
    const { at, number, hunk } = piece
    const add = (texts: readonly string[], line: number | null = null) => {
      for (const text of texts) rows.push({ text, piece: at, line })
    }
    if (number === 1 && at > 0) add([''])
    heads.push(rows.length)
    if (number === 1) add(wrap([{ text: fileWords(piece), paint: page.style.bold }], page.width))
    add(headRows(piece, remarks, page))
    if (hunk.state !== 'undone') for (const { texts, line } of codeRows(piece, comments, page)) add(texts, line)
  }
  for (const comment of lostComments(review, pieces))
    for (const text of commentLines(comment, page)) rows.push({ text, piece: pieces.length - 1, line: null })
  return { pieces, rows, heads }
}

function headRows(piece: Piece, remarks: ReadonlyMap<string, string | undefined>, { width, style }: Page) {
  const margins = { first: '  ', rest: '    ' }
  const { hunk } = piece
  const paint = hunk.state === 'kept' ? style.green : hunk.state === 'undone' ? style.dim : style.cyan
  const steps = hunk.by.flatMap(({ step }) => (step === null ? [] : [step]))
  const said = steps.flatMap((step) => remarks.get(step) ?? [])
  return [
    paint(`#${pieceWords(piece)}`),
    ...[...reasonsOf(piece), ...said].flatMap((text) =>
      wrap([{ text, paint: style.dim }], width, margins).slice(0, MOST_REASON_ROWS),
    ),
  ]
}

const MOST_REASON_ROWS = 3

type Page = { readonly width: number; readonly style: Style }
type Comments = ReadonlyMap<string | null, readonly ReviewComment[]>

function* codeRows({ hunk, file }: Piece, comments: Comments, page: Page) {
  const { width, style } = page
  const own = (comments.get(hunk.id) ?? []).filter(({ path }) => path === file.path)
  const placed = own.map((comment) => ({
    comment,
    after: placeInHunk(hunk, { side: comment.side, line: comment.anchor.line ?? comment.line }),
  }))
  const digits = String(Math.max(hunk.oldStart + hunk.oldLines, hunk.newStart + hunk.newLines)).length
  for (const [index, { sign, text, old, new: now }] of numbered(hunk).entries()) {
    const number = style.dim(String(now ?? old ?? '').padStart(digits))
    const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length - LONGEST} more characters)` : text
    const margins = { first: `${number} `, rest: `${' '.repeat(digits)}${style.dim('↳')}` }
    const line = { text: `${sign}${spelled(cut).replaceAll('\n', '⏎')}`, paint: diffPaint(sign, style) }
    yield { texts: breakLine(line, width, margins), line: index }
    for (const { comment, after } of placed)
      if (after === index) yield { texts: commentLines(comment, page), line: null }
  }
}

/** Comments on lines that the change does not show are at its end. */
function lostComments({ comments }: BuildReview, pieces: readonly Piece[]): readonly ReviewComment[] {
  const shown = new Set(pieces.map(({ hunk, file }) => `${hunk.id} ${file.path}`))
  return comments.filter(({ hunk, path }) => !shown.has(`${hunk} ${path}`))
}

/** `src/list.js:6`: where a comment would be. */
export const placeText = ({ path, side, line }: { path: string; side: 'old' | 'new'; line: number }): string =>
  `${spelledLine(path)}:${side === 'old' ? '-' : ''}${line}`
