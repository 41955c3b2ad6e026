import { numbered } from '@convene/domain'
import type { BuildReview, Piece } from '@convene/reading'
import { firstLineOf, piecesOf, placeInHunk } from '@convene/reading'
import { type EditedLine, editedLine, editLine, isEnter, isEscape, lineText } from '../terminal/edited-line.ts'
import type { Act } from './desk.ts'

/** A comment that is being written, and the line of the hunk it is about. */
export type CommentDraft = { readonly line: EditedLine; readonly index: number }

/** Where the user is in a review. */
export type Browsing = {
  readonly review: BuildReview
  /** The piece that the keys act on. */
  readonly current: number
  /** How far the user has scrolled from the head of that piece. */
  readonly scrolled: number
  readonly draft: CommentDraft | null
  /** What is done after a yes. */
  readonly asked: Act | null
  readonly notice: string
}

/** What a key does: the next state, and what to do outside. */
export type ReviewKeyPress = { readonly browsing: Browsing; readonly act?: Act; readonly leaves?: true }

/** At the first change. */
export const beginning = (review: BuildReview): Browsing => ({
  review,
  current: 0,
  scrolled: 0,
  draft: null,
  asked: null,
  notice: '',
})

/** The same place in a newer review. */
export function renewed(browsing: Browsing, review: BuildReview, notice = browsing.notice): Browsing {
  const last = Math.max(0, piecesOf(review.files).length - 1)
  return { ...browsing, review, notice, current: Math.min(browsing.current, last) }
}

const DOWN = ['\u001b[B', '\u001bOB']
const UP = ['\u001b[A', '\u001bOA']
const PAGE_DOWN = [' ', '\u001b[6~']
const PAGE_UP = ['b', '\u001b[5~']

/** Takes a key. `page`: how many rows of the diff are on the screen. */
export function pressInReview(before: Browsing, key: string, page: number): ReviewKeyPress {
  const browsing = { ...before, notice: '' }
  if (browsing.draft) return write(browsing, browsing.draft, key)
  if (browsing.asked) return confirm(browsing, browsing.asked, key)
  if (DOWN.includes(key)) return scroll(browsing, 1)
  if (UP.includes(key)) return scroll(browsing, -1)
  if (PAGE_DOWN.includes(key)) return scroll(browsing, page)
  if (PAGE_UP.includes(key)) return scroll(browsing, -page)
  if (key === 'q' || key === '\u0004' || isEscape(key)) return { browsing, leaves: true }
  const action = actions[key]
  return action ? action(browsing) : { browsing }
}

const scroll = (browsing: Browsing, by: number): ReviewKeyPress => ({
  browsing: { ...browsing, scrolled: browsing.scrolled + by },
})

const go = (browsing: Browsing, by: number): Browsing => {
  const last = piecesOf(browsing.review.files).length - 1
  return { ...browsing, current: Math.max(0, Math.min(last, browsing.current + by)), scrolled: 0 }
}

const pieceIn = ({ review, current }: Browsing): Piece | undefined => piecesOf(review.files)[current]

const actions: { readonly [key: string]: ((browsing: Browsing) => ReviewKeyPress) | undefined } = {
  j: (browsing) => ({ browsing: go(browsing, 1) }),
  k: (browsing) => ({ browsing: go(browsing, -1) }),
  a: (browsing) => decide(browsing, 'keep'),
  x: (browsing) => decide(browsing, 'undo'),
  c: (browsing) => startComment(browsing),
  s: (browsing) => send(browsing),
  A: (browsing) => whole(browsing, 'keep', { type: 'keep' }),
  X: (browsing) => whole(browsing, 'undo', { type: 'undo' }, true),
  C: (browsing) => whole(browsing, 'commit', { type: 'commit' }),
  P: (browsing) => propose(browsing),
}

/** About the current piece, and on to the next. */
function decide(browsing: Browsing, type: 'keep' | 'undo'): ReviewKeyPress {
  const why = browsing.review.blocked[type]
  const piece = pieceIn(browsing)
  if (!piece) return { browsing }
  if (why !== null) return { browsing: { ...browsing, notice: why } }
  const done = type === 'keep' ? 'kept' : 'undone'
  if (piece.hunk.state === done) return { browsing: { ...go(browsing, 1), notice: `Already ${done}.` } }
  return { browsing: go(browsing, 1), act: { type, hunks: [piece.hunk.id] } }
}

function whole(browsing: Browsing, needs: keyof BuildReview['blocked'], act: Act, asks = false): ReviewKeyPress {
  const why = browsing.review.blocked[needs]
  if (why !== null) return { browsing: { ...browsing, notice: why } }
  return asks ? { browsing: { ...browsing, asked: act } } : { browsing, act }
}

/** With what it would say and where it would go, or why it cannot be opened. */
function propose(browsing: Browsing): ReviewKeyPress {
  const problem = browsing.review.proposal?.problem ?? null
  if (problem !== null) return { browsing: { ...browsing, notice: problem } }
  return whole(browsing, 'pullRequest', { type: 'pull-request' }, true)
}

const confirm = (browsing: Browsing, act: Act, key: string): ReviewKeyPress => ({
  browsing: { ...browsing, asked: null, ...(key !== 'y' && { notice: 'Nothing was done.' }) },
  ...(key === 'y' && { act }),
})

function send(browsing: Browsing): ReviewKeyPress {
  const isOpen = browsing.review.comments.some(({ state, author }) => state === 'open' && author === 'user')
  return isOpen
    ? { browsing, act: { type: 'send' } }
    : { browsing: { ...browsing, notice: 'You have no open comments: c writes one.' } }
}

function startComment(browsing: Browsing): ReviewKeyPress {
  const piece = pieceIn(browsing)
  if (!piece || piece.hunk.kind === 'file' || piece.hunk.state === 'undone')
    return { browsing: { ...browsing, notice: 'There is no line here to comment on.' } }
  const index = placeInHunk(piece.hunk, firstLineOf(piece))
  return { browsing: { ...browsing, draft: { index, line: editedLine() } } }
}

/** The line of the file that a draft is about. */
export function draftPlace(browsing: Browsing): { path: string; side: 'old' | 'new'; line: number } | undefined {
  const piece = pieceIn(browsing)
  const line = piece && browsing.draft ? numbered(piece.hunk)[browsing.draft.index] : undefined
  if (!piece || !line) return undefined
  if (line.new !== null) return { path: piece.file.path, side: 'new', line: line.new }
  return line.old === null ? undefined : { path: piece.file.path, side: 'old', line: line.old }
}

function write(browsing: Browsing, draft: CommentDraft, key: string): ReviewKeyPress {
  if (isEscape(key)) return { browsing: { ...browsing, draft: null } }
  if (UP.includes(key) || DOWN.includes(key)) return { browsing: moved(browsing, draft, UP.includes(key) ? -1 : 1) }
  if (!isEnter(key)) return { browsing: { ...browsing, draft: { ...draft, line: editLine(draft.line, key) } } }
  const place = draftPlace(browsing)
  const text = lineText(draft.line).trim()
  const done = { ...browsing, draft: null }
  return place && text !== '' ? { browsing: done, act: { type: 'comment', ...place, text } } : { browsing: done }
}

/** To the next line that exists in a file. */
function moved(browsing: Browsing, draft: CommentDraft, by: 1 | -1): Browsing {
  const lines = numbered(pieceIn(browsing)?.hunk ?? noHunk)
  for (let index = draft.index + by; index >= 0 && index < lines.length; index += by)
    if (lines[index]?.sign !== '\\') return { ...browsing, draft: { ...draft, index } }
  return browsing
}

const noHunk = { oldStart: 0, oldLines: 0, newStart: 0, newLines: 0, section: '', lines: [] }
