import type { LinesAround } from '../event/build-facts.ts'

/** Where a commented line is now. */
export type Anchor = { readonly state: 'here' | 'moved' | 'gone'; readonly line: number | null }

const REACH = 3
const LONGEST = 400

/** A generated file may be one line of megabytes. Its beginning is stored, compared and shown. */
const beginning = (line: string): string => line.slice(0, LONGEST)

/** A line with its neighbours, as a comment stores it. Undefined if the file is shorter. */
export const aroundOf = (lines: readonly string[], line: number): LinesAround | undefined =>
  aroundIn((number) => lines[number - 1], line)

/** The same for lines of which some may be unknown. Neighbours end at the first of those. */
export function aroundIn(textOf: (line: number) => string | undefined, line: number): LinesAround | undefined {
  const quote = textOf(line)
  if (quote === undefined) return undefined
  const near = (by: 1 | -1): string[] => {
    const texts: string[] = []
    for (let far = 1; far <= REACH; far += 1) {
      const text = textOf(line + by * far)
      if (text === undefined) break
      texts.push(beginning(text))
    }
    return texts
  }
  return { before: near(-1).toReversed(), quote: beginning(quote), after: near(1) }
}

/**
 * Finds a commented line in the file as it is now. It is never guessed: of several equal lines, the one with the most of
 * the old neighbours counts, and only if no other has as many.
 */
export function anchorOf(
  { line, around }: { readonly line: number; readonly around?: LinesAround | undefined },
  lines: readonly string[],
): Anchor {
  if (!around) return { state: lines.length >= line ? 'here' : 'gone', line: lines.length >= line ? line : null }
  const places = lines.flatMap((text, index) =>
    beginning(text) === around.quote ? [{ line: index + 1, alike: alikeAt(around, lines, index) }] : [],
  )
  const most = Math.max(-1, ...places.map(({ alike }) => alike))
  const best = places.filter(({ alike }) => alike === most)
  const here = places.find((place) => place.line === line)
  if (here && here.alike === most) return { state: 'here', line }
  const [only, ...others] = best
  const isSure = only !== undefined && others.length === 0 && (most > 0 || isTelling(around.quote))
  return isSure ? { state: 'moved', line: only.line } : { state: 'gone', line: null }
}

/** A bracket or an empty line somewhere else is not the same line. */
const isTelling = (quote: string): boolean => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(quote)

/** How many of the neighbours are still next to it, from the line outwards. */
function alikeAt({ before, after }: LinesAround, lines: readonly string[], index: number): number {
  const above = before.toReversed().findIndex((text, far) => isOther(lines[index - 1 - far], text))
  const below = after.findIndex((text, far) => isOther(lines[index + 1 + far], text))
  return (above < 0 ? before.length : above) + (below < 0 ? after.length : below)
}

const isOther = (line: string | undefined, text: string): boolean => line === undefined || beginning(line) !== text
