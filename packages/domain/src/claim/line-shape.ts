import { programWords } from './programs.ts'
import type { ShellLine, ShellSegment } from './shell-line.ts'
import { ASSIGNMENT, bareWords, KEYWORDS } from './wrappers.ts'

/** What the end of a line says about one of its programs. */
export type Place = {
  /** If the line succeeded, it did. */
  readonly isTold: boolean
  /** When it was certainly started. */
  readonly starts: 'always' | 'if the line succeeded' | 'unknown'
}

/** The place of a program of which nothing is known. */
export const NOWHERE: Place = { isTold: false, starts: 'unknown' }

/** The place of a program in a line that another line runs. */
export function placeInside(outer: Place, inner: Place): Place {
  const isTold = outer.isTold && inner.isTold
  if (outer.starts === 'unknown' || inner.starts === 'unknown') return { isTold, starts: 'unknown' }
  if (inner.starts === 'always') return { isTold, starts: outer.starts }
  return { isTold, starts: outer.isTold ? inner.starts : 'unknown' }
}

type List = { readonly from: number; readonly to: number }
type Mode = { isStrict: boolean; isPiped: boolean }

/** The place of each program. In a line whose shape is not fully understood, none says anything. */
export function segmentPlaces({ segments, isPlain }: ShellLine): readonly Place[] {
  if (!isPlain || !segments.every(isPlainSegment)) return segments.map(() => NOWHERE)
  const lists = listsOf(segments)
  const mode: Mode = { isStrict: false, isPiped: false }
  return lists.flatMap((list, index) => {
    const places = placesIn(segments, list, mode, index === lists.length - 1)
    const [first] = segments.slice(list.from, list.to)
    if (first && list.to - list.from === 1) setMode(first.words, mode)
    return places
  })
}

/** Programs between `;`, line ends and `&`. */
function listsOf(segments: readonly ShellSegment[]): readonly List[] {
  const lists: List[] = []
  let from = 0
  for (const [index, { link }] of segments.entries()) {
    if (link !== ';' && link !== '&' && link !== '' && index < segments.length - 1) continue
    lists.push({ from, to: index + 1 })
    from = index + 1
  }
  return lists
}

function placesIn(
  segments: readonly ShellSegment[],
  { from, to }: List,
  { isStrict, isPiped }: Mode,
  isLast: boolean,
): readonly Place[] {
  const own = segments.slice(from, to)
  const inside = own.slice(0, -1).map(({ link }) => link)
  const isEither = inside.includes('||')
  const isBehind = own.at(-1)?.link === '&'
  return own.map((_, index) => {
    const after = inside.slice(index)
    // A failure in front of `&&` does not end a strict line, unless it is its last list.
    const ends = (isLast || (isStrict && !after.includes('&&'))) && !isEither && !isBehind
    const isFirst = inside.slice(0, index).every((link) => link === '|')
    const isAlways = isFirst && (!isStrict || from === 0)
    return {
      isTold: ends && (isPiped || after[0] !== '|'),
      starts: isAlways ? 'always' : ends ? 'if the line succeeded' : 'unknown',
    }
  })
}

/** `set -e` and `set -o pipefail` count from their place. */
function setMode(words: readonly string[], mode: Mode): void {
  if (words[0] !== 'set') return
  if (words.some((word) => /^-[a-z]*e/u.test(word)) || words.includes('errexit')) mode.isStrict = true
  if (words.includes('pipefail')) mode.isPiped = true
}

/** They change what the rest of the line means, or end it. */
const UNCLEAR = programWords(
  `trap exit exec eval return alias unalias enable builtin hash shopt declare typeset readonly local let unset function
  for case select [[ (( ! coproc suspend logout bg fg disown wait read mapfile`,
)
/** Variables that change how something looks, and not what runs. */
const HARMLESS = programWords(
  `CI NODE_ENV RAILS_ENV APP_ENV FORCE_COLOR NO_COLOR CLICOLOR TERM TZ LANG LC_ALL DEBUG RUST_BACKTRACE RUST_LOG
  PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE COLUMNS LINES LOG_LEVEL PORT HOST HUSKY NODE_NO_WARNINGS`,
)
const SETTINGS = programWords(
  '-e -u -x -v -eu -ex -eux -ue -xe -o pipefail errexit nounset xtrace -euo -exo -euxo -eo -xeuo',
)

function isPlainSegment({ words }: ShellSegment): boolean {
  const [first = '', second = ''] = words
  if (UNCLEAR.has(first) || KEYWORDS.has(first)) return false
  if (first === 'set') return words.slice(1).every((word) => SETTINGS.has(word))
  if (first === 'source' || first === '.') return /(?:^|\/)activate$/u.test(second)
  const around = first === 'export' ? words.slice(1) : words.slice(0, words.length - bareWords(words).length)
  if (around.some((word) => UNCLEAR.has(word))) return false
  return around.every((word) => !ASSIGNMENT.test(word) || HARMLESS.has(word.slice(0, word.indexOf('='))))
}
