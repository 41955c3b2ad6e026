import { cleanLine } from '../text/clean.ts'
import { denies } from './words.ts'

/** What is longer names no option, and must not take long to read. */
const LONGEST = 1_000

/**
 * The option that an answer means: by its words, by its number or letter, by a beginning that only it has, or as the only
 * one that is mentioned. Undefined if that could be several; the first of them is never taken for the one.
 */
export function optionMeant(options: readonly string[], said: string): string | undefined {
  const written = cleanLine(said.slice(0, LONGEST))
  const wanted = optionKey(written)
  if (wanted === '') return undefined
  // `Wait? No.` is thinking aloud.
  if (written.includes('?') && !options.some((option) => option.includes('?'))) return undefined
  const exact = options.find((option) => optionKey(option) === wanted)
  if (exact !== undefined) return exact
  // Whole words: `wa` may be anything that was cut off.
  const begun = options.filter((option) => `${optionKey(option)} `.startsWith(`${wanted} `))
  return byPlace(options, written) ?? only(begun) ?? explained(options, written) ?? mentioned(options, written)
}

/** The option's words, and behind them a reason: `Wait, because it is safer`. */
function explained(options: readonly string[], written: string): string | undefined {
  const words = optionKey((/^.*?(?=[,;(]|\s[–—-]\s|\.\s|\s(?:because|since|as)\s)/iu.exec(written) ?? [''])[0])
  return options.find((option) => optionKey(option) === words)
}

/** `2`, `#2`, `Option B`, `(b)`, `2. <its words>`; where the words are another option's, they say more than the number. */
function byPlace(options: readonly string[], written: string): string | undefined {
  const [, number, letter, rest = ''] =
    /^\(?(?:option\s+)?#?(?:(\d{1,2})|([a-z]))(?:$|[.):]+\s*|\s+(?=[–—-]\s))(.*)$/isu.exec(written) ?? []
  const index = number === undefined ? (letter?.toLowerCase().charCodeAt(0) ?? 0) - 97 : Number(number) - 1
  const behind = rest.replace(/^[\s–—-]+/u, '')
  const named = behind === '' ? undefined : optionMeant(options, behind)
  return named ?? options[index]
}

/** The longest option that is mentioned, if every other one that is mentioned is a part of it. */
function mentioned(options: readonly string[], written: string): string | undefined {
  const text = ` ${optionKey(written)} `
  const found = options.filter((option) => optionKey(option) !== '' && text.includes(` ${optionKey(option)} `))
  const [longest] = found.toSorted((one, other) => other.length - one.length)
  if (longest === undefined || !found.every((one) => optionKey(longest).includes(optionKey(one)))) return undefined
  // An option's own words, such as `until`, deny nothing.
  const around = written.toLowerCase().replaceAll(cleanLine(longest).toLowerCase(), ' ')
  return denies(around) || /\b(?:but|except|rather|instead|against|or)\b/iu.test(around) ? undefined : longest
}

const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined)

/** What makes two options the same: the words, whatever their case and what is around them. */
export function optionKey(text: string): string {
  const whole = cleanLine(text).normalize('NFKC').toLowerCase()
  const words = whole.replace(/[^\p{L}\p{N}\p{M}+#%/-]+/gu, ' ').trim()
  return words === '' ? whole : words
}
