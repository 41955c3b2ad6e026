import { numbered, shortId, spelled, spelledLine } from '@convene/domain'
import { type BuildReview, type Piece, piecesOf, placeInHunk, type ReviewComment } from '@convene/reading'
import { breakLine } from '../terminal/break-line.ts'
import { diffPaint } from '../terminal/diff-rows.ts'
import type { Style } from '../terminal/style.ts'
import { wrap } from '../terminal/wrap.ts'
import { factSpans, fileWords, paintOf, pieceWords, reasonsOf, remarkOf } from './facts.ts'

type Page = { readonly width: number; readonly style: Style }

/** The whole review as text: facts, steps with their proof, and the diff with its comments and the numbers for commands. */
export function printedReview(review: BuildReview, page: Page): readonly string[] {
  const { style, width } = page
  return [
    ...wrap([{ text: spelledLine(review.title), paint: style.bold }], width),
    ...wrap(factSpans(review, style), width),
    ...stepLines(review, page),
    ...piecesOf(review.files).flatMap((piece) => pieceLines(review, piece, page)),
    ...lostLines(review, page),
    '',
    ...wrap([{ text: whatNext(review), paint: style.dim }], width),
  ]
}

function stepLines({ steps }: BuildReview, { style, width }: Page): readonly string[] {
  return steps.flatMap((step) => [
    '',
    ...wrap(
      [
        { text: `${spelledLine(step.id)}  ${spelledLine(step.description)} · ${spelledLine(step.owner)} · ` },
        { text: spelledLine(step.word.word), paint: paintOf(step.word, style) },
      ],
      width,
      { first: '', rest: '    ' },
    ),
    ...step.checks.flatMap((check) => [
      ...wrap(
        [
          { text: `${spelledLine(check.check)} · ` },
          { text: spelledLine([check.word, ...check.facts].join(' · ')), paint: paintOf(check, style) },
        ],
        width,
        { first: '    ', rest: '      ' },
      ),
      ...outputLines(check.output, { style, width }),
    ]),
    ...said(remarkOf(step), { style, width }),
  ])
}

const outputLines = (output: string, { style, width }: Page): readonly string[] =>
  output.trim() === ''
    ? []
    : spelled(output.trimEnd())
        .split('\n')
        .slice(-8)
        .flatMap((text) => breakLine({ text, paint: style.dim }, width, { first: '      │ ', rest: '      ↳ ' }))

const said = (text: string | undefined, { style, width }: Page): readonly string[] =>
  text === undefined ? [] : wrap([{ text, paint: style.dim }], width, { first: '    ', rest: '    ' })

function pieceLines(review: BuildReview, piece: Piece, page: Page): readonly string[] {
  const { style, width } = page
  const { hunk, file, number } = piece
  const notes = review.comments.filter((comment) => comment.path === file.path && comment.hunk === hunk.id)
  const placed = notes.map((comment) => ({ comment, after: placeInHunk(hunk, { ...comment, line: lineOf(comment) }) }))
  return [
    ...(number === 1 ? ['', ...wrap([{ text: fileWords(piece), paint: style.bold }], width)] : []),
    style.cyan(`#${pieceWords(piece)}`),
    ...reasonsOf(piece).flatMap((text) => said(text, page)),
    ...numbered(hunk).flatMap(({ sign, text }, index) => [
      ...breakLine({ text: `${sign}${spelled(text)}`, paint: diffPaint(sign, style) }, width, { first: '', rest: '↳' }),
      ...placed.filter(({ after }) => after === index).flatMap(({ comment }) => commentLines(comment, page)),
    ]),
  ]
}

const lineOf = ({ line, anchor }: ReviewComment): number => anchor.line ?? line

/** Comments on lines that the change does not show. None disappears. */
function lostLines(review: BuildReview, page: Page): readonly string[] {
  const known = new Set(review.files.flatMap(({ hunks }) => hunks.map(({ id }) => id)))
  const lost = review.comments.filter(({ hunk }) => hunk === null || !known.has(hunk))
  return lost.length === 0 ? [] : ['', ...lost.flatMap((comment) => commentLines(comment, page))]
}

/** `c1 security on src/list.js:6, medium, open: …`. */
export function commentLines(comment: ReviewComment, { style, width }: Page): readonly string[] {
  const { id, author, path, severity, state, text, anchor } = comment
  const where = anchor.state === 'gone' ? `${path}:${comment.line}, ${goneWords(comment)}` : `${path}:${anchor.line}`
  const head = `${id} ${author === 'user' ? 'you' : author} on ${where}, ${severity}, ${state}: `
  return wrap([{ text: spelledLine(head), paint: style.yellow }, { text: spelledLine(text) }], width, {
    first: '  ▸ ',
    rest: '    ',
  })
}

const goneWords = ({ around }: ReviewComment): string =>
  around ? 'a line that has changed since' : 'not found in the files now'

/** The commands that make sense now. */
function whatNext({ session, blocked, comments, isOver }: BuildReview): string {
  const id = shortId(session)
  const possible = [
    ...(blocked.keep === null ? ['keep'] : []),
    ...(blocked.undo === null ? ['undo'] : []),
    ...(blocked.commit === null ? ['commit'] : []),
    ...(blocked.pullRequest === null ? ['pr'] : []),
    ...(comments.some(({ state, author }) => state === 'open' && author === 'user') ? ['send'] : []),
  ]
  if (!isOver) return 'Agents are still working on it.'
  if (possible.length === 0) return blocked.keep ?? 'Nothing to do.'
  return `To decide: convene review ${id} ${possible.join('|')}. Numbers after keep or undo name parts, such as undo 2.`
}
