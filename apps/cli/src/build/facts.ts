import { cleanLine, countText, spelledLine, withPlainMarks } from '@convene/domain'
import {
  type BuildReview,
  type Piece,
  type ProofWord,
  placeWords,
  type ReviewStep,
  statusWords,
} from '@convene/reading'
import type { Paint, Style } from '../terminal/style.ts'
import type { Span } from '../terminal/wrap.ts'

/** `3 files +41 −6 · 12 tests pass · 2 proven`. */
export function factSpans({ files, added, removed, checks, proof }: BuildReview, style: Style): readonly Span[] {
  const size =
    files.length === 0
      ? [{ text: 'No files were changed' }]
      : [
          { text: `${countText(files.length, 'file')} ` },
          { text: `+${added}`, paint: style.green },
          { text: ' ' },
          { text: `−${removed}`, paint: style.red },
        ]
  const words = [...(checks ? [checks] : []), ...proof]
  return [
    ...size,
    ...words.flatMap((word) => [{ text: ' · ' }, { text: spelledLine(word.word), paint: paintOf(word, style) }]),
  ]
}

/** The colour of what is said. */
export function paintOf({ tone }: Pick<ProofWord, 'tone'>, style: Style): Paint {
  switch (tone) {
    case 'good':
      return style.green
    case 'bad':
      return style.red
    case 'warning':
      return style.yellow
    case 'asked':
    case 'live':
      return style.cyan
    case 'plain':
      return style.dim
  }
}

/** `3 · Lines 4 to 12 · undone`: a piece with its number, which commands take. */
export function pieceWords({ at, file, hunk, of }: Piece): string {
  const place = of === 1 && hunk.kind === 'file' ? '' : placeWords(hunk)
  const status = hunk.state === 'open' ? '' : hunk.state
  const whole = hunk.kind === 'file' && file.isBinary ? 'binary content is not shown' : ''
  return [`${at + 1}`, place, whole, status].filter((part) => part !== '').join(' · ')
}

/** `src/list.js · new, executable`. */
export function fileWords({ file }: Piece): string {
  const status = statusWords(file).map(spelledLine).join(', ')
  return [spelledLine(file.path), status].filter((part) => part !== '').join(' · ')
}

/** Why its authors changed it, one line each: `coder: One writer for both forms. [m9]`. */
export const reasonsOf = ({ hunk }: Piece): readonly string[] =>
  hunk.by.map(({ agent, reason, message, unseenClaims }) =>
    spelledLine(
      [`${agent}:`, reason === '' ? 'gave no reason' : reason, message ? `[${message}]` : '', unseenText(unseenClaims)]
        .join(' ')
        .trim(),
    ),
  )

/** `(not seen: 12 tests pass (no tests were run))`. */
const unseenText = (unseenClaims: readonly { readonly line: string }[]): string =>
  unseenClaims.length === 0 ? '' : `(${unseenClaims.map(({ line }) => line.replaceAll('`', '')).join('; ')})`

/** What the reviewer said about a step: `reviewer: It reads well. [m12]`. */
export const remarkOf = ({ reviewer, remark }: ReviewStep): string | undefined =>
  remark
    ? cleanLine(
        `${reviewer ?? 'review'}: ${withPlainMarks(remark.text)} [${remark.message}] ${unseenText(remark.unseenClaims)}`,
      ).trim()
    : undefined
