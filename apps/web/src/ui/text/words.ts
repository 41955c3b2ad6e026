/** `awaiting_approval` as `Awaiting approval`. */
export function wordsOf(code: string): string {
  const words = code.replaceAll(/[_-]/gu, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
