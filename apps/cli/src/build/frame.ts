import { cleanLine, countText, spelledLine } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { lineText } from '../terminal/edited-line.ts'
import type { Style } from '../terminal/style.ts'
import { pad, shorten, shortenStart, widthOf } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import { type Browsing, draftPlace } from './browsing.ts'
import type { Act } from './desk.ts'
import { type DiffLayout, placeText } from './diff-layout.ts'
import { factSpans } from './facts.ts'
import { stepColumn, stepLines } from './step-layout.ts'

/** The size and look of the terminal. */
export type Screenful = { readonly columns: number; readonly rows: number; readonly style: Style }

/** Narrower than this, steps are above the diff. */
const BESIDE = 100
const COLUMN = 34
const GAP = ' │ '

/** How wide the diff is. */
export const diffWidth = ({ columns }: Screenful): number =>
  columns >= BESIDE ? columns - 1 - COLUMN - GAP.length - MARK : columns - 1 - MARK

/** The bar next to the current piece. */
const MARK = 2

export type ReviewFrame = {
  readonly rows: readonly string[]
  /** How many rows of the diff it shows. */
  readonly page: number
  /** How far it is scrolled, within what there is. */
  readonly scrolled: number
}

/** One screen of a review: facts, steps with their proof, a part of the diff, and what the keys do. */
export function reviewFrame(
  browsing: Browsing,
  layout: DiffLayout,
  screen: Screenful,
  busy: string | null,
): ReviewFrame {
  const { columns, rows, style } = screen
  const width = columns - 1
  const { review } = browsing
  const isBeside = columns >= BESIDE && review.steps.length > 0
  const head = [
    style.bold(shorten(spelledLine(review.title), width)),
    ...wrap(factSpans(review, style), width).slice(0, 3),
  ]
  const foot = footOf(browsing, screen, busy)
  const free = Math.max(3, rows - 1 - head.length - foot.length - 1)
  const above = isBeside ? [] : stepLines(review, { width, style, rows: Math.max(1, Math.floor(free / 4)) })
  const rule = style.dim('─'.repeat(width))
  const page = Math.max(3, free - above.length - (above.length > 0 ? 1 : 0))
  const shown = diffRows(browsing, layout, page, style)
  const diff = shown.rows
  const body = isBeside
    ? beside(stepColumn(review, { width: COLUMN, style, rows: page }), diff, style)
    : [...above, ...(above.length > 0 ? [rule] : []), ...diff]
  return { rows: [...head, rule, ...body, ...foot].slice(0, rows - 1), page, scrolled: shown.scrolled }
}

function beside(left: readonly string[], right: readonly string[], style: Style): readonly string[] {
  return right.map((row, index) => `${pad(left[index] ?? '', COLUMN)}${style.dim(GAP)}${row}`)
}

function diffRows(browsing: Browsing, layout: DiffLayout, page: number, style: Style) {
  const { current, scrolled, draft } = browsing
  const head = layout.heads[current] ?? 0
  const most = Math.max(0, layout.rows.length - page)
  const target = draft ? layout.rows.findIndex(({ piece, line }) => piece === current && line === draft.index) : -1
  const wanted = target >= 0 ? within(target, head + scrolled, page) : head + scrolled
  const top = Math.max(0, Math.min(most, wanted))
  const rows = layout.rows.slice(top, top + page).map((row, index) => {
    const isTarget = top + index === target
    const mark = isTarget ? style.yellow('▶') : row.piece === current ? style.cyan('▌') : ' '
    return `${mark} ${row.text}`
  })
  const empty = layout.rows.length === 0 ? [emptyWords(browsing)] : []
  const filled = [...empty, ...rows, ...Array<string>(page).fill('')].slice(0, page)
  // Scrolling beyond the end is forgotten: the way back would otherwise begin with nothing.
  return { rows: filled, scrolled: target >= 0 ? scrolled : top - head }
}

/** Keeps a row on the screen. */
const within = (row: number, top: number, page: number): number =>
  row < top ? row : row >= top + page ? row - page + 1 : top

const emptyWords = ({ review }: Browsing): string =>
  review.isOver ? '  No files were changed.' : '  No changes yet. Each appears here as soon as a step makes it.'

function footOf(browsing: Browsing, { columns, style }: Screenful, busy: string | null): readonly string[] {
  const width = columns - 1
  const { draft, asked, notice } = browsing
  if (draft) {
    const place = draftPlace(browsing)
    const label = `Comment on ${place ? placeText(place) : 'this line'}`
    return [
      style.bold(shorten(label, width)),
      `> ${shortenStart(lineText(draft.line), width - 4)}${style.cyan('▏')}`,
      style.dim(shorten('Enter saves it, s sends all of them · ↑ ↓ another line · Esc cancels', width)),
    ]
  }
  const said = busy ?? (asked ? questionAbout(asked, browsing.review) : undefined) ?? cleanLine(notice)
  return [
    ...(said === '' ? [''] : wrap([{ text: said, paint: style.yellow }], width).slice(0, 3)),
    ...hints(browsing, style, width),
  ]
}

/** What an act would do, before it is done. */
function questionAbout({ type }: Act, { proposal, place }: BuildReview): string | undefined {
  if (type === 'undo')
    return place === 'workspace'
      ? 'Undo every change? They cannot be brought back. y undoes them, any other key does not.'
      : 'Undo every change? y undoes them, any other key does not.'
  if (type !== 'pull-request' || !proposal) return undefined
  const { title, branch, remote, into } = proposal
  const what = `“${title}” from ${branch} into ${into} on ${remote}`
  return `Push and open a pull request: ${cleanLine(what)}? y does, any other key does not.`
}

function hints({ review, current }: Browsing, style: Style, width: number): readonly string[] {
  const { blocked, comments, files } = review
  const count = files.reduce((sum, { hunks }) => sum + hunks.length, 0)
  const open = comments.filter(({ state, author }) => state === 'open' && author === 'user').length
  const hint = (key: string, does: string, why: string | null = null) => ({
    text: `${key} ${does}`.replaceAll(' ', '\u00a0'),
    paint: why === null ? undefined : style.dim,
  })
  const all = [
    hint('j k', count > 0 ? `${current + 1} of ${count}` : 'no change'),
    hint('a', 'keep', blocked.keep),
    hint('x', 'undo', blocked.undo),
    hint('c', 'comment'),
    ...(open > 0 ? [hint('s', `send ${countText(open, 'comment')}`)] : []),
    hint('A', 'keep all', blocked.keep),
    hint('X', 'undo all', blocked.undo),
    hint('C', 'commit', blocked.commit),
    hint('P', 'pull request', blocked.pullRequest),
    hint('q', 'leave'),
  ]
  return wrapHints(all, style, width)
}

type Hint = { readonly text: string; readonly paint: ((text: string) => string) | undefined }

/** Each hint on one row, as many rows as needed. */
function wrapHints(all: readonly Hint[], style: Style, width: number): readonly string[] {
  const rows: string[] = ['']
  for (const { text, paint } of all) {
    const plain = text.replaceAll('\u00a0', ' ')
    const shown = paint
      ? paint(plain)
      : style.bold(plain.slice(0, plain.indexOf(' '))) + plain.slice(plain.indexOf(' '))
    const last = rows.at(-1) ?? ''
    const joined = last === '' ? shown : `${last}  ${shown}`
    if (last !== '' && widthOf(joined) > width) rows.push(shown)
    else rows[rows.length - 1] = joined
  }
  return rows
}
