import { asRead } from '../text/as-read.ts'
import { cleanLine } from '../text/clean.ts'
import { denies } from './words.ts'

/** Anything longer does not name an option, and must not take long to read. */
const LONGEST = 1_000

/**
 * The option an answer means: by its words, by its number or letter, by a beginning unique to it, or as the only one
 * mentioned, or by words that only it has. Undefined if several fit: the first match is never assumed.
 */
export function optionMeant(options: readonly string[], said: string): string | undefined {
  const written = cleanLine(said.slice(0, LONGEST))
  if (optionKey(written) === '') return undefined
  // `Wait? No.` is thinking aloud.
  if (written.includes('?') && !options.some((option) => option.includes('?'))) return undefined
  const exact = sameAs(options, written)
  if (exact !== undefined) return exact
  if (isCorrected(options, written)) return undefined
  const place = placeIn(written)
  if (place) return byPlace(options, place)
  return inWords(options, written) ?? mentioned(options, written) ?? told(options, written)
}

const sameAs = (options: readonly string[], written: string): string | undefined =>
  options.find((option) => optionKey(option) === optionKey(written))

/** By its words or a beginning unique to it, possibly followed by a reason. */
function inWords(options: readonly string[], written: string): string | undefined {
  // Whole words only: `wa` may be a truncated anything.
  const begun = options.filter((option) => `${optionKey(option)} `.startsWith(`${optionKey(written)} `))
  return sameAs(options, written) ?? only(begun) ?? explained(options, written)
}

const CORRECTS =
  /(?<![\p{L}\p{N}])(?:no,? wait|wait,? no|scratch that|on second thoughts?|correction|I meant?|actually,? no|make that)(?![\p{L}\p{N}])/iu

/** `A - no wait, B`: the first word does not count, and the second may be part of a reason. */
function isCorrected(options: readonly string[], written: string): boolean {
  const correction = CORRECTS.exec(written)?.[0].toLowerCase()
  return correction !== undefined && !options.some((option) => option.toLowerCase().includes(correction))
}

const CONDITION =
  /(?<![\p{L}\p{N}])(?:only )?(?:if|when|once|unless|provided|assuming|as long as|on (?:the )?condition|subject to|pending)(?![\p{L}\p{N}])/iu
const AT_ONCE = new RegExp(`^[\\s,;(.–—-]*(?:but )?${CONDITION.source}`, 'iu')

/** Another letter or number right after the first: `A, B`, `A -> B`. */
const ANOTHER = /^\s*(?:[,;/&+–—-]|[-=]>|→)\s*\(?(?:option\s{1,3})?(?:[a-z]|\d{1,2})\)?\s*(?:$|[.,;:)])/iu

/** Whether the words after a letter retract it, name another one or set a condition, which leaves the vote open. */
export const leavesOpen = (options: readonly string[], behind: string): boolean =>
  isCorrected(options, behind) || AT_ONCE.test(behind) || ANOTHER.test(behind)

/** The option's words followed by a reason: `Wait, because it is safer`. A condition leaves the vote open. */
function explained(options: readonly string[], written: string): string | undefined {
  const [first = ''] = /^.*?(?=[,;(]|\s[–—-]\s|\.\s|\s(?:because|since|as)\s)/iu.exec(written) ?? []
  if (AT_ONCE.test(written.slice(first.length))) return undefined
  const words = optionKey(first)
  const found = options.find((option) => optionKey(option) === words)
  return found === undefined || isListed(options, found, written.slice(first.length)) ? undefined : found
}

const NEXT = /^[\s,;/(–—-]+(?:(?:and|or|then)\s+)?/iu
const ENDS = /^["'”’*_`)\]]*\s*(?:$|[,;/.]|(?:and|or|then)(?![\p{L}\p{N}]))/iu

/** `Wait, Ship, or abstain`: another option right after the first makes a list, which is no vote. */
function isListed(options: readonly string[], first: string, behind: string): boolean {
  const next = behind
    .replace(NEXT, '')
    .replace(/^["'“‘*_`]+/u, '')
    .toLowerCase()
  return options.some((option) => {
    const other = cleanLine(option).toLowerCase()
    return option !== first && other !== '' && next.startsWith(other) && ENDS.test(next.slice(other.length))
  })
}

type OptionNumber = { readonly index: number; readonly behind: string }

const PLACE = /^[([]?(?:option\s+)?#?(?:(\d{1,2})|([a-z]))(?:$|[.)\]:]+\s*|,?\s+(?=[–—-]\s|because\s|since\s))(.*)$/isu

/** `2`, `#2`, `Option B`, `(b)`, `2. <its words>`, `B because …`. */
function placeIn(written: string): OptionNumber | undefined {
  const [found, number, letter, rest = ''] = PLACE.exec(written) ?? []
  if (found === undefined) return undefined
  const index = number === undefined ? (letter?.toLowerCase().charCodeAt(0) ?? 0) - 97 : Number(number) - 1
  return { index, behind: rest.replace(/^[\s–—-]+/u, '') }
}

/** Another option's words outweigh the number. A sentence about another option makes it unclear which is meant. */
function byPlace(options: readonly string[], { index, behind }: OptionNumber): string | undefined {
  const named = behind === '' ? undefined : inWords(options, behind)
  if (named !== undefined) return named
  const text = ` ${optionKey(behind)} `
  const isOther = (option: string) => option !== options[index] && text.includes(` ${optionKey(option)} `)
  return options.some(isOther) ? undefined : options[index]
}

/** The longest mentioned option, if every other one mentioned is part of it. */
function mentioned(options: readonly string[], written: string): string | undefined {
  const text = ` ${optionKey(written)} `
  const found = options.filter((option) => optionKey(option) !== '' && text.includes(` ${optionKey(option)} `))
  const [longest] = found.toSorted((one, other) => other.length - one.length)
  if (longest === undefined || !found.every((one) => optionKey(longest).includes(optionKey(one)))) return undefined
  // A word inside an option, such as `until`, does not negate it.
  const around = written.toLowerCase().replaceAll(cleanLine(longest).toLowerCase(), ' ')
  const isOpen = denies(around) || CONDITION.test(around)
  return isOpen || /\b(?:but|except|rather|instead|against|or)\b/iu.test(around) ? undefined : longest
}

/** Words that many options share, and that tell nothing. */
const COMMON = new Set(
  'a an and as at be by do for go in is it let now of on option or our the this to us use we with'.split(' '),
)

/** `Wait until Monday` says no less than `Monday` does. */
const isNegated = (text: string): boolean => denies(text.replaceAll(/\b(?:until|unless)\b/giu, ' '))

const NOT = /(?<![\p{L}\p{N}])(?:not|no|never|none|without|\p{L}{2,6}n['’]t|nicht|kein\p{L}*)(?![\p{L}\p{N}])/iu

/**
 * `Postgres` for `Use Postgres`: all its words are the option's, and one of them is in no other option. `Wait` is not
 * `Do not wait`.
 */
function told(options: readonly string[], written: string): string | undefined {
  const said = optionKey(written).split(' ')
  const wordsOf = (option: string) => new Set(optionKey(option).split(' '))
  const fitting = options.filter((option) => {
    if (isNegated(option) !== isNegated(written)) return false
    const own = wordsOf(option)
    const others = options.filter((one) => one !== option).map(wordsOf)
    const isTelling = (word: string) => !COMMON.has(word) && own.has(word) && !others.some((other) => other.has(word))
    // `wait` is not `Do not wait`.
    const isSame = NOT.test(option) === NOT.test(written)
    return isSame && said.some(isTelling) && said.every((word) => own.has(word) || COMMON.has(word))
  })
  const found = only(fitting)
  return found !== undefined && negates(found) === negates(written) ? found : undefined
}

/** The words by which a sentence can name an option: its whole text, and those that no other option has. */
export function tellingWords(options: readonly string[]): readonly string[] {
  const all = options.map((option) => optionKey(option).split(' '))
  return all.flatMap((own, place) => [
    ...(own.length > 1 ? [own.join(' ')] : []),
    ...own.filter((one) => {
      const isShared = all.some((other, at) => at !== place && other.includes(one))
      return one.length > 2 && !COMMON.has(one) && !isShared
    }),
  ])
}

/** `wait` is the opposite of `Do not wait`. */
const negates = (text: string): boolean =>
  /(?<![\p{L}\p{N}])(?:not|never|no|without|\p{L}+n['’]t)(?![\p{L}\p{N}])/iu.test(text)

const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined)

/** Two options are the same if their words are, regardless of case and decoration. */
export function optionKey(text: string): string {
  const whole = asRead(cleanLine(text)).toLowerCase()
  const words = whole.replace(/[^\p{L}\p{N}\p{M}+#%/-]+/gu, ' ').trim()
  return words === '' ? whole : words
}
