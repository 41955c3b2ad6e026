const CITATION = /\[((?:m\d+)(?:\s*[,;]\s*m\d+)*)\]/g

/** Every message a text cites, as `[m12]` or `[m3, m5]`, without duplicates and in order. */
export const citationsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(CITATION)].flatMap((found) => idsIn(found[1] ?? ''))),
]

const idsIn = (inside: string): readonly string[] => inside.split(/[,;]/).map((id) => id.trim())

/** The citations of messages that do not exist. */
export const unknownCitations = (text: string, messages: number): readonly string[] =>
  citationsIn(text).filter((id) => !exists(id, messages))

const exists = (id: string, messages: number): boolean => {
  const number = Number(id.slice(1))
  return number >= 1 && number <= messages && id === `m${number}`
}

/** The text without citations of messages that do not exist. A claim that loses its only citation is marked. */
export function strike(text: string, messages: number): string {
  return text.replace(CITATION, (_whole, inside: string) => {
    const known = idsIn(inside).filter((id) => exists(id, messages))
    return known.length > 0 ? `[${known.join(', ')}]` : '(no source)'
  })
}

const BARE = /(?<![\p{L}\p{N}[])m\d{1,9}(?![\p{L}\p{N}\]])/gu

/**
 * The same without a mark, for what is shown at once: a citation of a message that comes later would look like a cause
 * as soon as there is one.
 */
export const withoutUnknown = (text: string, messages: number): string =>
  text
    .replaceAll(/[ \t]*\[(m\d+(?:\s*[,;]\s*m\d+)*)\]/gu, (whole, inside: string) => {
      const ids = idsIn(inside)
      const known = ids.filter((id) => exists(id, messages))
      if (known.length === ids.length) return whole
      return known.length === 0 ? '' : ` [${known.join(', ')}]`
    })
    .replaceAll(BARE, (id) => (exists(id, messages) ? id : 'a message that does not exist'))
    .trim()
