const START = 0x811c9dc5
const PRIME = 0x01000193

/** FNV-1a: the same in every process, and not for secrets. */
export function hashNumber(text: string): number {
  let hash = START
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME)
  return hash >>> 0
}

const SPACE = 0x20

/** What `\s` matches. A regular expression would run for every character of non-English text. */
function isSpace(code: number): boolean {
  if (code < 0xa0) return code === SPACE || (code >= 0x09 && code <= 0x0d)
  return code === 0xa0 || code === 0xfeff || (code >= 0x1680 && code <= 0x3000 && wideSpaces.has(code))
}

const wideSpaces = new Set([
  0x1680,
  ...Array.from({ length: 11 }, (_, at) => 0x2000 + at),
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
])

/** The hash of the words joined by single spaces, or undefined if there are none. */
export function hashWords(text: string): number | undefined {
  let hash = START
  let isApart = false
  let isEmpty = true
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if ((code <= SPACE || code >= 0xa0) && isSpace(code)) {
      isApart = !isEmpty
      continue
    }
    if (isApart) hash = Math.imul(hash ^ SPACE, PRIME)
    hash = Math.imul(hash ^ code, PRIME)
    isApart = false
    isEmpty = false
  }
  return isEmpty ? undefined : hash >>> 0
}
