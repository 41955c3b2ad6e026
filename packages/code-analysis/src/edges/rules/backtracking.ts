/** A part of a pattern: `repeats` has no upper bound, `optional` may match nothing, an `anchor` matches a position. */
type Part = {
  readonly repeats: boolean
  readonly optional: boolean
  readonly anchor: boolean
  readonly alternatives?: readonly (readonly Part[])[]
}

/** An unbounded repetition directly inside another, followed by something that may fail. */
export function backtracks(pattern: string): boolean {
  const body = pattern.replace(/^\//, '').replace(/\/\w*$/, '')
  return isSlow(readAlternatives(body, 0).alternatives, false)
}

function isSlow(alternatives: readonly (readonly Part[])[], isFollowed: boolean): boolean {
  return alternatives.some((parts) =>
    parts.some((part, at) =>
      isNested(part, isFollowed || parts.slice(at + 1).some((after) => after.anchor || !after.optional)),
    ),
  )
}

function isNested(part: Part, isFollowed: boolean): boolean {
  if (!part.alternatives) return false
  if (isFollowed && part.repeats && part.alternatives.some(isAmbiguous)) return true
  return isSlow(part.alternatives, isFollowed || part.repeats)
}

/** Only one part is required, and it repeats: `a+`, `a+b?`, `.*`. */
function isAmbiguous(parts: readonly Part[]): boolean {
  const needed = parts.filter(({ optional }) => !optional)
  const repeating = parts.some((part) => part.repeats || (part.alternatives?.some(isAmbiguous) ?? false))
  return (
    repeating &&
    needed.length <= 1 &&
    needed.every((part) => part.repeats || (part.alternatives?.some(isAmbiguous) ?? false))
  )
}

type Reading = { readonly alternatives: readonly (readonly Part[])[]; readonly end: number }

/** Reads up to the closing bracket, or the end. */
function readAlternatives(text: string, start: number): Reading {
  const alternatives: Part[][] = [[]]
  let at = start
  while (at < text.length && text[at] !== ')') {
    if (text[at] === '|') {
      alternatives.push([])
      at++
      continue
    }
    const atom = readAtom(text, at)
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})[?+]?/.exec(text.slice(atom.end))?.[0] ?? ''
    alternatives.at(-1)?.push({
      repeats: /^([*+]|\{\d+,\})/.test(quantifier),
      optional: /^([*?]|\{0)/.test(quantifier) || atom.empty,
      anchor: atom.empty,
      ...(atom.alternatives && { alternatives: atom.alternatives }),
    })
    at = atom.end + quantifier.length
  }
  return { alternatives, end: at }
}

type Atom = { readonly end: number; readonly empty: boolean; readonly alternatives?: readonly (readonly Part[])[] }

function readAtom(text: string, at: number): Atom {
  if (text[at] === '(') {
    const head = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(text.slice(at))?.[0] ?? '('
    const inner = readAlternatives(text, at + head.length)
    return { end: inner.end + 1, empty: /[=!]$/.test(head), alternatives: inner.alternatives }
  }
  if (text[at] === '[')
    return { end: at + (/^\[\^?\]?(?:\\.|[^\]])*\]?/.exec(text.slice(at))?.[0].length ?? 1), empty: false }
  if (text[at] === '\\') return { end: at + 2, empty: /[bB]/.test(text[at + 1] ?? '') }
  return { end: at + 1, empty: /[\^$]/.test(text[at] ?? '') }
}
