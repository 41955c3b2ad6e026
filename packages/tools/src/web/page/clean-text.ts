/**
 * Characters that people do not see but a model reads: controls, bidi marks, zero-width characters, tags and other ways
 * to hide words in words. Characters that join letters and emoji (U+200C, U+200D, U+FE0F) stay.
 */
const HIDDEN =
  /(?![\n\t])[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu

/** The text as people would see it: nothing hidden, plain line endings, no long runs of empty lines. */
export const pageText = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(HIDDEN, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** The same on one line, cut to a maximum length, for titles and names. */
export function shortPageLine(text: string, maxCharacters: number): string {
  const line = pageText(text.slice(0, maxCharacters * 8))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line
}
