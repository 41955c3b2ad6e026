import { doerOf, SELF } from './author.ts'
import type { Claimed } from './claimed.ts'
import { filePath } from './file-path.ts'
import type { Sentence } from './sentences.ts'
import { clauseAround, isNegated } from './silent.ts'

const VERBS =
  '(?:created|added|wrote|written|updated|edited|modified|changed|fixed|refactored|implemented|rewrote|rewritten|extended|adjusted|patched|generated|corrected|introduced|renamed|saved)'
const REMOVED = '(?:deleted|removed)'
const ADVERBS = '(?:(?:also|then|just|now|finally|first|successfully|newly)\\s+){0,2}'
const FILLER =
  "(?:(?!(?:to|from|based|using|per|by|in|with|like|via|for|of|on|as|into|that|which|described|and|or)\\b)[\\w'-]+\\s+){0,5}"
const PATH = '(?:⟦\\d+⟧|[\\w@.-]*[\\w/@.-]{1,120}\\.\\w{1,10})'
const MORE = `(?:(?:\\s*(?:,|and|&|\\+|,\\s*and|plus)\\s*)(?:the\\s+|a\\s+)?${PATH})*`
const SUBJECT = `(?:${SELF}|^${ADVERBS}|(?<chained>(?:,|;|\\band\\b|\\bthen\\b)\\s+)${ADVERBS})`

const DIRECT = new RegExp(`${SUBJECT}(?<verb>${VERBS}|${REMOVED})\\s*:?\\s+${FILLER}(?<paths>${PATH}${MORE})`, 'giu')
/** `Added validation to x.ts`, `I changed slug() in x.ts`. */
const INTO = new RegExp(
  `${SUBJECT}(?<verb>added|implemented|introduced|fixed|changed|updated|modified|edited|refactored|rewrote|extended|adjusted|patched|corrected)\\s+(?<object>(?:(?!(?:to|in|into|inside|within)\\s)[^\\s,;:.()]+(?:\\(\\))?\\s+){1,8})(?:to|in|into|inside|within)\\s+(?:the\\s+)?(?<paths>${PATH})`,
  'giu',
)
const PASSIVE = new RegExp(
  `(?<paths>⟦\\d+⟧|[\\w/.-]{1,120}\\.\\w{1,10})\\s+(?:has|have)\\s+(?:now\\s+)?been\\s+(?:successfully\\s+)?(?<verb>${VERBS}|${REMOVED})\\b(?!\\s+(?:by|in \\d|since))`,
  'giu',
)
const LISTED = new RegExp(
  `^(?<paths>⟦\\d+⟧|[\\w/.-]{1,120}\\.\\w{1,10})\\s*(?::|—|–|-|\\()\\s*(?:newly\\s+)?(?<verb>created|added|updated|modified|edited|changed|${REMOVED})\\b(?!\\s+(?:by|in \\d|since))`,
  'giu',
)
/** The file is only where something was described, not what was changed. */
const TOLD_IN =
  /\b(?:described|documented|mentioned|reported|listed|specified|defined|shown|outlined|noted|found|seen|required|used|requested|discussed)\s*$/iu

/** Files that the author says to have written, removed or read. */
export function readFiles(sentence: Sentence): readonly Claimed[] {
  const changed = [DIRECT, INTO, PASSIVE, LISTED].flatMap((pattern) => changedBy(pattern, sentence))
  const unique = new Map(changed.map((claim) => ['path' in claim ? `${claim.kind} ${claim.path}` : '', claim]))
  return [...unique.values(), ...readBy(sentence)]
}

function changedBy(pattern: RegExp, { plain, codes }: Sentence): readonly Claimed[] {
  return [...plain.matchAll(pattern)].flatMap((found): readonly Claimed[] => {
    const { paths = '', verb = '', chained, object = '' } = found.groups ?? {}
    if (chained !== undefined && !isOwn(plain, found.index)) return []
    if (TOLD_IN.test(object.trim()) || isNegated(clauseAround(plain, found.index, found.index + found[0].length)))
      return []
    const kind = new RegExp(`^${REMOVED}$`, 'iu').test(verb) ? 'removed' : 'wrote'
    const after = plain.slice(found.index + found[0].length)
    // Removed from a file, or renamed to another one: it is not clear which file is meant.
    if (/^(?:renamed|generated)$/iu.test(verb) || (kind === 'removed' && /^\s*(?:from|in)\b/iu.test(after))) return []
    return pathsIn(paths, codes).map((path) => ({ kind, path, doer: doerOf(found) }))
  })
}

/** A later verb belongs to the author if the sentence begins with the author, or without a subject. */
const isOwn = (plain: string, before: number): boolean =>
  new RegExp(`\\b(?:I|we|I've|we've)\\b|^${ADVERBS}(?:${VERBS}|${REMOVED}|ran|executed)\\b`, 'iu').test(
    plain.slice(0, before),
  )

const pathsIn = (text: string, codes: readonly string[]): readonly string[] =>
  text.split(/\s*(?:,|\band\b|&|\+|\bplus\b)\s*/u).flatMap((part) => {
    const bare = part.replace(/^(?:the|a)\s+/iu, '').trim()
    const code = /^⟦(\d+)⟧$/u.exec(bare)?.[1]
    return filePath(code === undefined ? bare.replace(/[.:]$/u, '') : (codes[Number(code)] ?? '')) ?? []
  })

const READ_VERBS =
  '(?:read|reviewed|studied|looked (?:at|through|over|into)|inspected|examined|went through|skimmed|re-?read)'
const READ = new RegExp(
  `${SELF}${READ_VERBS}\\s+(?:through\\s+|over\\s+)?(?:(?:the|all|of|each|whole|full|entire|existing|current|relevant|both|files?|source|contents?|in|project's)\\s+){0,4}(?:(?<paths>${PATH}${MORE})|(?<noun>spec|specs|specification|readme|documentation|docs)\\b)(?!\\s+(?:test|only))`,
  'giu',
)

function readBy({ plain, codes }: Sentence): readonly Claimed[] {
  return [...plain.matchAll(READ)].flatMap((found): readonly Claimed[] => {
    if (isNegated(clauseAround(plain, found.index, found.index + found[0].length))) return []
    const { paths, noun } = found.groups ?? {}
    const doer = doerOf(found)
    if (noun !== undefined) return [{ kind: 'studied', noun: noun.toLowerCase(), doer }]
    return pathsIn(paths ?? '', codes).map((path) => ({ kind: 'read', path, doer }))
  })
}
