/** Characters that reorder, hide or look like nothing: bidi controls, zero-width characters, tags, lone surrogates. */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|[\ud800-\udfff]/gu
const CONTROLS = /[^\P{Cc}\n\t]/gu

/** Text from a foreign program, without characters that the user cannot see or a terminal would obey. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
}

/** The same, cut to a maximum length. */
export function cleanUpTo(text: string, length: number): string {
  const clean = cleanText(text)
  return clean.length > length ? `${clean.slice(0, length)}…` : clean
}
