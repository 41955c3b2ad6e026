/** Characters people cannot see or would misread: controls, zero-width, bidi, tags, unusual blanks. */
const hidden = /(?![\n\t])\p{Cc}|(?! )\p{Z}|\p{Cf}|\p{Cs}|\p{Co}|\p{Default_Ignorable_Code_Point}|\u2800/gu

export const hasHidden = (text: string): boolean => text.search(hidden) >= 0

/** The text with every hidden character spelled out. */
export const showHidden = (text: string): string =>
  text.replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
