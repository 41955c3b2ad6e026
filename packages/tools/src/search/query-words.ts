const COMMON = new Set(
  'a an and are as at be by can do does for from has have how i in is it its me of on or our show that the their there this to was we what when where which who why will with'.split(
    ' ',
  ),
)

const MAX_WORDS = 24

/** The searchable words of a question, without common words. */
export function queryWords(query: string): readonly string[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].slice(0, MAX_WORDS)
  const telling = words.filter((word) => !COMMON.has(word))
  return telling.length > 0 ? telling : words
}

/** For FTS5: any of the words, longer ones also as prefixes, all quoted so that no input is a syntax error. */
export const matchAny = (words: readonly string[]): string =>
  words.map((word) => (word.length > 3 ? `"${word}"*` : `"${word}"`)).join(' OR ')

/** A phrase in quotes must match exactly. */
export function phraseOf(query: string): string | undefined {
  const phrase = /^\s*"([^"]+)"\s*$/.exec(query)?.[1]
  return phrase?.match(/[\p{L}\p{N}]/u) ? `"${phrase}"` : undefined
}
