import { doerOf, SELF, START } from './author.ts'
import type { Claimed, Doer } from './claimed.ts'
import { commandKindOf } from './command-kind.ts'
import { readFiles } from './read-files.ts'
import { readPassed } from './read-passed.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { segmentsOf } from './shell-line.ts'
import { claimsNothing, clauseAround, isNegated } from './silent.ts'
import { bareWords } from './wrappers.ts'

/** A sentence, and one thing that it claims. */
export type Reading = { readonly sentence: Sentence; readonly claimed: Claimed }

/** What the author of a text claims to have done or seen in this run. Whatever is not certainly such a claim is left out. */
export const readClaims = (text: string): readonly Reading[] =>
  sentencesOf(text)
    .filter((sentence) => !claimsNothing(sentence))
    .flatMap((sentence) => claimedIn(sentence).map((claimed) => ({ sentence, claimed })))

const claimedIn = (sentence: Sentence): readonly Claimed[] => [
  ...readRan(sentence),
  ...readPassed(sentence),
  ...readFiles(sentence),
  ...readFetched(sentence),
  ...readCommitted(sentence),
]

const NOUNS: readonly (readonly [Extract<Claimed, { kind: 'ran' }>['what'], RegExp])[] = [
  ['tests', /^(?:tests?|test[- ]suites?|suites?|specs?|unit tests?)$/iu],
  ['build', /^(?:build|compilation)$/iu],
  ['lint', /^(?:lint(?:er|ing)?)$/iu],
  ['types', /^type[- ]?check(?:er|ing|s)?$/iu],
]

const RAN = new RegExp(
  `(?:${SELF}|${START})(?:ran|re-?ran|executed|have (?:run|executed)|run(?=\\s+(?:all|the|⟦)))\\s+(?!into|out|through|over|across|away|on\\b)(?:(?!and\\b|but\\b|to\\b)[\\w'/.-]+\\s+){0,5}?(?<what>tests?|test[- ]suites?|suites?|specs?|build|compilation|lint(?:er|ing)?|type[- ]?check(?:er|ing|s)?|⟦\\d+⟧)(?![\\w-])(?<after>\\s+(?:file|case|plan|data|script|folder|director)\\w*)?`,
  'giu',
)
/** Only `I`, `I've` and so on may be followed by `run`. */
const PERFECT = /\b(?:I've|we've|I have|we have)\s/iu

/** `I ran the tests`, `Ran npm test`. */
function readRan(sentence: Sentence): readonly Claimed[] {
  const { plain, codes } = sentence
  return [...plain.matchAll(RAN)].flatMap((found): readonly Claimed[] => {
    const [all] = found
    if (/\brun\b/iu.test(all) && !PERFECT.test(all)) return []
    if (isNegated(clauseAround(plain, found.index, found.index + all.length))) return []
    const passes = saysPassed(plain.slice(found.index + all.length))
    const doer = doerOf(found)
    const what = found.groups?.what ?? ''
    const code = /^⟦(\d+)⟧$/u.exec(what)?.[1]
    if (code !== undefined) return commandClaim(codes[Number(code)] ?? '', doer, passes)
    const noun = NOUNS.find(([, pattern]) => pattern.test(what))?.[0]
    return noun ? [{ kind: 'ran', what: noun, doer, passes }] : []
  })
}

/** A program in code marks. Names of functions and files are none. */
function commandClaim(line: string, doer: Doer, passes: boolean): readonly Claimed[] {
  const [first] = segmentsOf(line)
  if (!first || /[<>(){}…]/u.test(line)) return []
  const words = bareWords(first.words)
  const isProgram =
    commandKindOf(words) !== 'opaque' ||
    /^(?:\.\/|node |python|deno |bun |npm |pnpm |yarn |make |just |sh |bash |cargo |go |ruby |php )/u.test(line)
  return isProgram &&
    line.length <= 200 &&
    (words.length > 1 || commandKindOf(words) === 'tests' || line.startsWith('./'))
    ? [{ kind: 'command', line, doer, passes }]
    : []
}

const PASSED =
  /^[^.;]{0,80}?(?:\b(?:and|which|they|it|everything|all)\b[^.;,]{0,40}?\b(?:pass(?:ed|es|ing)?|succeed(?:s|ed)|green|clean)\b|\b(?:successfully|without (?:any )?(?:errors?|failures?|issues?|problems?)|with (?:no|0|zero) (?:errors?|failures?|issues?)|exit(?:ed|s)? (?:with )?(?:code |status )?0\b|exit code:? 0\b))/iu

const saysPassed = (after: string): boolean => {
  const found = PASSED.exec(after)
  return found !== null && !isNegated(found[0])
}

const URL = /(?:GET\s+)?((?:https?:\/\/|localhost[:/]|127\.0\.0\.1[:/])[^\s,;)'"]{1,200}|GET\s+\/[^\s,;)'"]{0,200})/iu
const ANSWERS =
  /\b(?:returns?|returned|responds?|responded|answers?|answered|gives|gave|serves|served|is reachable|loads?|loaded)\b/iu
const FETCHED = new RegExp(`${SELF}(?:fetched|opened|visited|curled|requested|loaded|hit|queried|called)\\s`, 'iu')
const PAGE =
  /\b(?:the|our)\s+(?:[\w-]+\s+){0,2}?(?:page|site|website|homepage|app|endpoint|server)\s+(?:now\s+)?(?:loads|renders|responds|opens)(?:\s+(?:correctly|fine|successfully|properly|without errors|with no errors|as expected|ok|now|in the browser|in a browser))*(?=\s*(?:[.,;)!:]|$|and\b))/iu

/** `GET /health returns 200`, `I opened http://…`, `the page loads`. */
function readFetched({ plain, codes }: Sentence): readonly Claimed[] {
  const text = plain.replaceAll(/⟦(\d+)⟧/gu, (_, number: string) => codes[Number(number)] ?? '')
  const found = URL.exec(text)
  if (found && !isNegated(plain)) {
    const after = text.slice(found.index + found[0].length)
    const answers = ANSWERS.exec(after.slice(0, 60))
    const status = /\b([1-5]\d\d)\b/u.exec(after.slice(answers?.index ?? 0, (answers?.index ?? 0) + 40))?.[1]
    const url = (found[1] ?? '').replace(/^GET\s+/iu, '').replace(/[.`]+$/u, '')
    if (answers && status !== undefined) return [{ kind: 'fetched', url, status: Number(status), doer: 'anybody' }]
    if (FETCHED.test(plain)) return [{ kind: 'fetched', url, doer: 'self' }]
    return []
  }
  const page = PAGE.exec(plain)
  return page && !isNegated(clauseAround(plain, page.index, page.index + page[0].length))
    ? [{ kind: 'fetched', url: '', doer: 'anybody' }]
    : []
}

const COMMITTED = new RegExp(
  `(?:${SELF}|${START})(?<verb>committed|pushed)\\s+(?:(?:and pushed)\\s+)?(?=(?:the|all|my|our|these|this|changes?|everything|it|them|work|fix|as|⟦|to (?:origin|the (?:branch|remote))))`,
  'iu',
)

/** `I committed the changes`. */
function readCommitted({ plain }: Sentence): readonly Claimed[] {
  const found = COMMITTED.exec(plain)
  if (!found || isNegated(clauseAround(plain, found.index, found.index + found[0].length))) return []
  const what = found.groups?.verb?.toLowerCase() === 'pushed' ? 'push' : 'commit'
  return [{ kind: 'ran', what, doer: doerOf(found), passes: true }]
}
