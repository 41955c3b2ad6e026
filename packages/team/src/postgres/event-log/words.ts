/** Postgres accepts at most 2 KB per word, 16,383 positions and 1 MB per text. */
const LONGEST_WORD = 100
const LAST_POSITION = 16_383
const MOST_POSITIONS = 255
const MOST_BYTES = 700_000

/**
 * The words of a text, without case and accents. Split by us and not by Postgres, so every log finds the same, whatever
 * languages the server has.
 */
const wordsOf = (text: string): readonly string[] =>
  (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
  ).map((word) => (word.length > LONGEST_WORD ? Array.from(word).slice(0, LONGEST_WORD).join('') : word))

/** A text as a `tsvector` literal. Words are letters and digits only, so nothing has to be escaped. */
export function vectorOf(text: string): string {
  const places = new Map<string, number[]>()
  let bytes = 0
  for (const [index, word] of wordsOf(text).entries()) {
    const known = places.get(word)
    if (!known) bytes += Buffer.byteLength(word) + 8
    if (bytes > MOST_BYTES) break
    const positions = known ?? []
    if (!known) places.set(word, positions)
    if (index >= LAST_POSITION || positions.length >= MOST_POSITIONS) continue
    positions.push(index + 1)
    bytes += 2
  }
  return [...places]
    .map(([word, positions]) => `'${word}'${positions.length > 0 ? `:${positions.join()}` : ''}`)
    .join(' ')
}

/**
 * Turns user input into a `tsquery`: each word is a prefix, and all must occur in the same text. A word with several
 * parts, such as `roll-back`, is a phrase. `undefined` means no query, `'nothing'` a query that cannot match.
 */
export function queryOf(input: string | undefined): string | undefined {
  if (input === undefined || input.trim() === '') return undefined
  const phrases = input
    .split(/[\s"\0]+/)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .map((words) => `(${words.map((word) => `'${word}'`).join(' <-> ')}:*)`)
  return phrases.length === 0 ? 'nothing' : phrases.join(' & ')
}
