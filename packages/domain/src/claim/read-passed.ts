import type { Claimed } from './claimed.ts'
import { filePath } from './file-path.ts'
import type { Sentence } from './sentences.ts'
import { clauseAround, isNegated } from './silent.ts'

type What = Extract<Claimed, { kind: 'ran' }>['what']

const WORDS: { readonly [word: string]: number } = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}
const NUMBER = `(?:\\d{1,3}(?:,\\d{3})+|\\d{1,6}|${Object.keys(WORDS).join('|')})`
const TEST =
  '(?:(?:unit|integration|regression|existing|automated|smoke|e2e|end-to-end)\\s+)?(?:tests?|test[- ]suites?|suites?|specs?|test cases)'
const OTHER =
  '(?:builds?|compilation|lint(?:er|ing)?|eslint|biome|ruff|clippy|type[- ]?check(?:s|er|ing)?|tsc|mypy|types)'
const PLACE = '(?:\\s+(?:in|for|of|under|across|from|covering|on|inside)\\s+[^,.;:()]{1,50}?)?'
const ASIDE = '(?:\\s*\\([^()]{0,40}\\))?'
const LINK = `(?:\\s*(?:,|&|\\/|\\+|\\band\\b|\\bplus\\b)\\s*(?:and\\s+)?(?:the\\s+)?(?:full\\s+)?(?:${TEST}|${OTHER}|formatter|formatting|checks?|⟦\\d+⟧))*`
/** A space has one place in it. With two, a table row of empty cells is read in 2^n ways. */
const BE =
  '(?:\\s*[:=|–—-]|\\s+(?:now|all|also|both|still|is|are|was|were|stays?|remains?|run|runs|ran|have|has|come|comes|came|back|completes?|completed|finish(?:es|ed)?|reports?|shows?|fully|again|cleanly|successfully|continue to|\\d+\\/\\d+))*\\s*'
const GOOD =
  '(?<good>\\bpass(?:es|ed|ing)?\\b|\\bgreen\\b|\\bsucceed(?:s|ed)?\\b|\\bsuccess(?:ful(?:ly)?)?\\b|\\bclean\\b|\\bOK\\b|\\bexits? 0\\b|(?:with\\s+)?\\b(?:no|0|zero) (?:errors?|failures?|warnings?|issues?)\\b|\\bwithout (?:any )?(?:errors?|failures?|warnings?|issues?)\\b)'
/** Words after `pass` if it means handing over, or another kind of passing. */
const HANDS_OVER =
  /^\s*(?:-?through|-?word|-?key|-?port|⟦|(?:a|an|the|null|undefined|it|them|data|arguments?|args|values?|flags?|options?|parameters?|along|down|over|by|as|to|into|on to|onto|in an?|inspection|muster|review)\b(?! (?:on|in|with|under)\b))/iu

const TESTS_PASS = new RegExp(
  `(?<lead>(?:\\b(?:all|both|every|each|the|our|my|full|whole|entire|new|of|added|these|those|this|its|remaining|related|relevant)\\s+){0,4})(?:(?<count>${NUMBER})(?:\\s*(?:\\/|of|out of)\\s*(?<of>${NUMBER}))?\\s+)?(?<kind>(?:[\\w-]+\\s+){0,2}?)(?<noun>${TEST})${PLACE}${ASIDE}${LINK}${BE}${GOOD}`,
  'giu',
)
const N_PASS = new RegExp(
  `\\b(?<count>${NUMBER})(?:\\s*(?:\\/|of|out of)\\s*(?<of>${NUMBER}))?\\s+(?:${TEST}\\s+)?(?:are\\s+|now\\s+|have\\s+|all\\s+)?(?<good>pass(?:ed|ing|es)?)\\b(?<noun>\\s+${TEST})?`,
  'giu',
)
const RATIO = new RegExp(
  `^(?:${TEST})\\s*[:=|–—-]\\s*(?:passed\\s*[:=|–—-]?\\s*)?(?<count>${NUMBER})\\s*\\/\\s*(?<of>${NUMBER})(?<good>)`,
  'giu',
)
const PASSES_ALL = new RegExp(
  `\\b(?<good>pass(?:es|ed))\\s+all\\s+(?:of\\s+)?(?:the\\s+)?(?:(?<count>${NUMBER})\\s+)?(?<kind>(?:[\\w-]+\\s+){0,2}?)(?<noun>${TEST})\\b`,
  'giu',
)
const RAN_N = new RegExp(
  `\\bran\\s+(?:all\\s+)?(?<count>${NUMBER})\\s+(?<noun>${TEST})[^.;]{0,30}?(?<good>\\b(?:no|0|zero)\\s+(?:failures|errors|failed)\\b)`,
  'giu',
)
const TICKED = /^(?:all\s+)?(?:unit\s+)?tests?\s*:?$/iu

/** `All 12 tests pass`, `Tests: 12/12`, `the build is green`. */
export function readPassed(sentence: Sentence): readonly Claimed[] {
  const tests = [TESTS_PASS, N_PASS, RATIO, PASSES_ALL, RAN_N].flatMap((pattern) => testsBy(pattern, sentence))
  const ticked: readonly Claimed[] =
    sentence.isTicked && TICKED.test(sentence.plain)
      ? [{ kind: 'ran', what: 'tests', doer: 'anybody', passes: true }]
      : []
  const counted = tests.find((claim) => claim.kind === 'ran' && claim.count !== undefined)
  const first = counted ?? tests[0] ?? ticked[0]
  return [...(first ? [first] : []), ...othersIn(sentence)]
}

function testsBy(pattern: RegExp, { plain, codes }: Sentence): readonly Claimed[] {
  return [...plain.matchAll(pattern)].flatMap((found): readonly Claimed[] => {
    const [all] = found
    const { count, kind = '', lead = '', noun = '' } = found.groups ?? {}
    if (!isMeant(found, plain)) return []
    const isWhole = kind.trim() === '' && !SOME.test(`${lead}${noun}`)
    const about = aboutIn(plain, codes)
    const total = isWhole && about === undefined ? numberOf(count) : undefined
    return [
      {
        kind: 'ran',
        what: 'tests',
        doer: 'anybody',
        passes: true,
        ...(isWhole && saysAll(all)),
        ...(total !== undefined && { count: total }),
        ...(about !== undefined && { about }),
      },
    ]
  })
}

/** Whether the words mean that tests passed, all of them that are named, and the author's. */
function isMeant(found: RegExpExecArray, plain: string): boolean {
  const [all] = found
  const { count, of } = found.groups ?? {}
  const end = found.index + all.length
  if (isNegated(clauseAround(plain, found.index, end)) || HANDS_OVER.test(plain.slice(end))) return false
  if (/\b(?:coverage|plan|data|file|runner|fixture|script)s?\b/iu.test(all)) return false
  return (of === undefined || numberOf(of) === numberOf(count)) && !isOwned(plain.slice(0, found.index))
}

const SOME =
  /\b(?:new|added|unit|integration|regression|these|those|this|remaining|related|relevant|e2e|both|smoke)\b/iu

const saysAll = (text: string): { readonly isAll?: boolean } =>
  /\b(?:all|every|each|full|whole|entire)\b/iu.test(text) ? { isAll: true } : {}

/** `Ben's tests pass`, `their tests pass`. */
const isOwned = (before: string): boolean => /(?:\w's?|\btheir|\bhis|\bher|\byour)\s*$/iu.test(before)

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : (WORDS[text.toLowerCase()] ?? Number(text.replaceAll(',', '')))

/** The one test file that the sentence names. */
function aboutIn(plain: string, codes: readonly string[]): string | undefined {
  const bare = plain.split(/[\s,;()]+/u)
  const paths = [...codes, ...bare].flatMap((text) => filePath(text.replace(/[.:]$/u, '')) ?? [])
  return paths.find((path) => /test|spec/iu.test(path))
}

const OTHERS_PASS = new RegExp(`\\b(?<noun>${OTHER})${PLACE}${ASIDE}${LINK}${BE}${GOOD}`, 'giu')
const VERBS =
  /\b(?<noun>builds|compiles|typechecks|type-checks|lints|compiled|built)\s+(?<good>clean(?:ly)?|successfully|fine|(?:with|without) (?:any |no |zero |0 )?(?:errors?|warnings?|issues?))\b/giu

const KINDS: readonly (readonly [What, RegExp])[] = [
  ['types', /^(?:type|tsc|mypy)/iu],
  ['lint', /^(?:lint|eslint|biome|ruff|clippy)/iu],
  ['build', /^(?:build|built|compil)/iu],
]

function othersIn({ plain }: Sentence): readonly Claimed[] {
  const found = [...plain.matchAll(OTHERS_PASS), ...plain.matchAll(VERBS)].flatMap((match): readonly What[] => {
    const end = match.index + match[0].length
    const before = plain.slice(0, match.index)
    if (isNegated(clauseAround(plain, match.index, end)) || HANDS_OVER.test(plain.slice(end)) || isOwned(before))
      return []
    const nouns =
      match[0].match(
        new RegExp(`\\b(?:${OTHER}|builds|compiles|typechecks|type-checks|lints|compiled|built)\\b`, 'giu'),
      ) ?? []
    return nouns.flatMap((noun) => KINDS.find(([, pattern]) => pattern.test(noun))?.[0] ?? [])
  })
  return [...new Set(found)].map((what) => ({ kind: 'ran', what, doer: 'anybody', passes: true }))
}
