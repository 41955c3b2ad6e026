/** Full-text search as in the database: every word of the query is a word prefix in the same text. */
export function matches(query: string, texts: readonly string[]): boolean {
  if (query.trim() === '') return true
  const phrases = query
    .split(/\s+/)
    .map(wordsOf)
    .filter((words) => words.length > 0)
  return phrases.length > 0 && texts.some((text) => phrases.every((phrase) => contains(wordsOf(text), phrase)))
}

const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []

function contains(words: readonly string[], phrase: readonly string[]): boolean {
  const last = phrase.length - 1
  const holds = (word: string | undefined, index: number, asked: string) =>
    index === last ? word?.startsWith(asked) === true : word === asked
  return words.some((_, start) => phrase.every((asked, index) => holds(words[start + index], index, asked)))
}
