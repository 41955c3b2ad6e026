const plain = /^[\u0020-\u007e]*$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colour sequences take no space
const colour = /\u001b\[[\d;]*m/gu
const nothing = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u
const emoji = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u

let segmenter: Intl.Segmenter | undefined

/** Created for the first non-ASCII text: its tables take longer to load than most commands take to run. */
function segments(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** How many terminal cells a text takes. Colours take none, wide characters and emoji two. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of segments(text.replace(colour, ''))) width += cellsOf(segment)
  return width
}

/** Splits a text into user-perceived characters. */
export const graphemes = (text: string): readonly string[] =>
  plain.test(text) ? [...text] : Array.from(segments(text), ({ segment }) => segment)

/** The width of one grapheme. `widthOf` would segment it again. */
export function cellsOf(grapheme: string): number {
  if (plain.test(grapheme)) return grapheme.length
  if (emoji.test(grapheme) || wide.test(grapheme)) return 2
  return nothing.test(grapheme) ? 0 : 1
}

/** Cuts a text to fit, with an ellipsis if something is cut off. */
export function shorten(text: string, width: number): string {
  if (fits(text, width)) return text
  return `${head(text, Math.max(0, width - 1))}…`
}

/** Stops at the width: the rest may be long. */
function fits(text: string, width: number): boolean {
  if (plain.test(text)) return text.length <= width
  let room = width
  for (const { segment } of segments(text.replace(colour, ''))) {
    room -= cellsOf(segment)
    if (room < 0) return false
  }
  return true
}

/** The end of a text that fits. */
export function shortenStart(text: string, width: number): string {
  if (fits(text, width)) return text
  const kept: string[] = []
  let room = width - 1
  for (const grapheme of graphemes(text).toReversed()) {
    room -= cellsOf(grapheme)
    if (room < 0) break
    kept.push(grapheme)
  }
  return `…${kept.toReversed().join('').trimStart()}`
}

function head(text: string, width: number): string {
  let kept = ''
  let room = width
  for (const { segment } of segments(text)) {
    room -= cellsOf(segment)
    if (room < 0) break
    kept += segment
  }
  return kept.trimEnd()
}

/** Pads with spaces on the right. */
export const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))
