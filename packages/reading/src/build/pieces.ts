import { type Hunk, numbered } from '@convene/domain'
import type { ReviewFile, ReviewHunk } from './build-review.ts'

/** What you keep or undo as a whole: a hunk, or what happened to a file as a whole. */
export type Piece = {
  /** Its place among all pieces. */
  readonly at: number
  readonly file: ReviewFile
  readonly hunk: ReviewHunk
  /** Its number in its file, from 1, and how many the file has. */
  readonly number: number
  readonly of: number
}

/** All pieces of a change, in order. */
export function piecesOf(files: readonly ReviewFile[]): readonly Piece[] {
  const pieces: Piece[] = []
  for (const file of files)
    for (const [index, hunk] of file.hunks.entries())
      pieces.push({ at: pieces.length, file, hunk, number: index + 1, of: file.hunks.length })
  return pieces
}

/** What happened to a file, if its lines do not say so. */
export function statusWords(file: ReviewFile): readonly string[] {
  const { status, from, modes, isBinary } = file
  return [
    status === 'added' ? 'new' : '',
    status === 'deleted' ? 'deleted' : '',
    from === null ? '' : `${status === 'renamed' ? 'renamed' : 'copied'} from ${from}`,
    isBinary ? 'binary' : '',
    modes ? modeWords(modes) : '',
    isEmpty(file) ? 'empty' : '',
  ].filter((word) => word !== '')
}

const isEmpty = ({ status, hunks, isBinary }: ReviewFile): boolean =>
  !isBinary && (status === 'added' || status === 'deleted') && hunks.every(({ lines }) => lines.length === 0)

const EXECUTABLE = '100755'
const LINK = '120000'
const MODULE = '160000'

function modeWords({ old, new: now }: NonNullable<ReviewFile['modes']>): string {
  const mode = now || old
  if (mode === LINK) return 'link'
  if (mode === MODULE) return 'submodule'
  if (now === EXECUTABLE) return old === '' ? 'executable' : 'now executable'
  return old === EXECUTABLE && now !== '' ? 'no longer executable' : ''
}

/** `Line 12`, or `Lines 12 to 18`: where a hunk is now, or where it was if it only removes. */
export function placeWords({ kind, oldStart, oldLines, newStart, newLines }: ReviewHunk): string {
  if (kind === 'file') return 'The file itself'
  const [start, count] = newLines > 0 ? [newStart, newLines] : [oldStart, oldLines]
  return count > 1 ? `Lines ${start} to ${start + count - 1}` : `Line ${start}`
}

/** Where a comment on a piece goes unless another line is chosen: its first changed line. */
export function firstLineOf({ hunk }: Piece): { readonly side: 'old' | 'new'; readonly line: number } {
  const at = hunk.lines.findIndex((line) => line.startsWith('+') || line.startsWith('-'))
  const above = hunk.lines.slice(0, Math.max(0, at))
  const isAdded = hunk.lines.some((line) => line.startsWith('+'))
  if (!isAdded && at >= 0) return { side: 'old', line: hunk.oldStart + above.length }
  const added = hunk.lines.findIndex((line) => line.startsWith('+'))
  const before = hunk.lines.slice(0, Math.max(0, added)).filter((line) => line.startsWith(' ')).length
  return { side: 'new', line: Math.max(1, hunk.newStart + before) }
}

/** The place of a line in its hunk, by its number on one side. The last line, if it is not there. */
export function placeInHunk(
  hunk: Hunk,
  { side, line }: { readonly side: 'old' | 'new'; readonly line: number },
): number {
  const found = numbered(hunk).findIndex((each) => each[side] === line)
  return found < 0 ? Math.max(0, hunk.lines.length - 1) : found
}
