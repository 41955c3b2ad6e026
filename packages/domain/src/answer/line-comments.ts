import type { LineComment } from '../event/build-facts.ts'
import { asMark, ownLines, undecorated } from './lines.ts'

/** What a reviewer says about one line of code. */
export type SaidOnLine = Pick<LineComment, 'path' | 'line' | 'severity' | 'text'>

/** Nobody reads more, and a model that repeats itself must not fill the log. */
const MOST_COMMENTS = 50
const LONGEST_LINE = 2_000
const LONGEST_TEXT = 1_000

const words: { readonly [severity in SaidOnLine['severity']]: readonly string[] } = {
  critical: ['critical', 'blocker', 'blocking', 'severe'],
  high: ['high', 'major', 'error', 'bug'],
  medium: ['medium', 'moderate', 'warning', 'mid'],
  low: ['low', 'minor', 'nit', 'nitpick', 'info', 'trivial', 'style'],
}
const known: ReadonlyMap<string, SaidOnLine['severity']> = new Map(
  Object.entries(words).flatMap(([severity, all]) =>
    all.map((word) => [word, severity as SaidOnLine['severity']] as const),
  ),
)

const DECORATION = '[\\s*_~`"\'()\\[\\]{}<>,;|–—-]'
const FIRST = new RegExp(`^${DECORATION}{0,12}(\\p{L}{2,12})${DECORATION}{0,6}[:：]?${DECORATION}{0,12}(?=\\S)`, 'u')
/** `src/a.ts:12`, `src/a.ts#L12`, `src/a.ts, line 12`, `src/a.ts (lines 12-14)`. */
const PLACE =
  /^[\s*_~`"'([{<]{0,8}((?:[\p{L}\p{N}_@+.-]{1,100}\/){0,20}[\p{L}\p{N}_@+.-]{1,100})[*_~`"']{0,4}(?:[:：#]L?|,?\s{1,3}(?:at\s)?\(?(?:lines?|l\.)\s{0,2}|\s?\(L?)(\d{1,7})(?:\s?[-–—:]\s?L?\d{1,7})?(?![\p{L}\p{N}])/u

/**
 * The comments on lines in a review, however they are decorated: `src/a.ts:12: high: it is never closed`. Lines that say
 * nothing about a place are the reviewer's prose.
 */
export function lineCommentsIn(text: string): readonly SaidOnLine[] {
  return ownLines(text)
    .flatMap((line) => lineComment(line) ?? [])
    .slice(0, MOST_COMMENTS)
}

/** One comment on a line of code. Undefined if the text is something else. */
export function lineComment(written: string): SaidOnLine | undefined {
  const bare = asMark(undecorated(written.slice(0, LONGEST_LINE)))
  const marked = bare.replace(/^(?:comment|issue|finding|line)s?\s{0,3}[:：#]\s{0,3}/iu, '')
  const before = severityIn(marked)
  const rest = before ? before.rest : marked
  const place = PLACE.exec(rest)
  const [whole = '', named = '', line = ''] = place ?? []
  const path = wholePath(written, named)
  if (!isPath(path) || Number(line) < 1) return undefined
  const said = undecorated(rest.slice(whole.length).replace(/^[\s*_~`"'\])}>:：,;|–—-]+/u, ''))
  const after = before ? undefined : severityIn(said)
  const told = undecorated(after ? after.rest : said).slice(0, LONGEST_TEXT)
  if (!/[\p{L}\p{N}]/u.test(told)) return undefined
  return { path, line: Number(line), severity: (before ?? after)?.severity ?? 'medium', text: told }
}

/** A path as it is written: its first dot or slash looks like decoration. */
function wholePath(written: string, named: string): string {
  const before = written.slice(0, Math.max(0, written.indexOf(named)))
  const [cut = ''] = /[.~/\\]{0,20}$/u.exec(before) ?? []
  return `${cut}${named}`.replace(/^(?:\.\/)+/u, '')
}

/** A file of the workspace has an ending or is in a folder. `10:30` and `step 2:1` are not one. */
const isPath = (path: string): boolean =>
  /^(?![~/\\]).*\p{L}/u.test(path) &&
  (/\.[\p{L}\p{N}_-]{1,20}$/u.test(path) || path.includes('/')) &&
  !path.includes('..')

function severityIn(text: string): { readonly severity: SaidOnLine['severity']; readonly rest: string } | undefined {
  const [whole = '', word = ''] = FIRST.exec(text) ?? []
  const severity = known.get(word.toLowerCase())
  // `High numbers overflow` begins a sentence, `high: numbers overflow` is a severity.
  const isMarked = /[:：\])}|–—*_`-]/u.test(whole.slice(whole.indexOf(word)))
  return severity && isMarked ? { severity, rest: text.slice(whole.length) } : undefined
}
