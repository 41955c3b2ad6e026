/** A space that keeps a value and its unit in one row. */
const GLUE = '\u00a0'
const inAmount =
  /(?<=\d) (?=(?:s|ms|min|h|KB|MB|GB|calls?|tokens?|models?|steps?)(?![\p{L}\d])|%)|(?<=\d (?:min|h)) (?=\d)/gu

/** Text that stays in one row. */
export const unbroken = (text: string): string => text.replaceAll(' ', GLUE)

/** The text with its amounts, such as `1 min 01 s`, glued together, and back as it was. */
export const glued = (text: string): string => text.replace(inAmount, GLUE)
export const unglued = (text: string): string => text.replaceAll(GLUE, ' ')
