/** `awaiting_approval` as `Awaiting approval`. */
export const wordsOfCode = (code: string): string => capitalized(code.replaceAll(/[_-]/gu, ' '))

/** The text with its first letter in upper case. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Splits `a, b c` into three words. */
export const wordsIn = (text: string): string[] => text.split(/[\s,]+/u).filter(Boolean)

/** The lines that are not blank, trimmed. */
export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
