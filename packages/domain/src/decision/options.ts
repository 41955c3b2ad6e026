import { cleanLine } from '../text/clean.ts'

const LONGEST_OPTION = 300
const MOST_OPTIONS = 12
const LONGEST_TOPIC = 500
const LONGEST_EVIDENCE = 20_000
/** What is longer names no option, and must not take long to read. */
const LONGEST_ANSWER = 1_000

/** The options as people vote on them: one line each, none empty, none twice. */
export function distinctOptions(options: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const option of options.map((each) => cut(cleanLine(each), LONGEST_OPTION)))
    if (option !== '' && !seen.has(keyOf(option))) seen.set(keyOf(option), option)
  return [...seen.values()].slice(0, MOST_OPTIONS)
}

export const shortTopic = (topic: string): string => cut(cleanLine(topic), LONGEST_TOPIC)

export const shortEvidence = (evidence: string): string => cut(evidence.trim(), LONGEST_EVIDENCE)

/** Why this cannot be put to a vote, in words that say what to do; undefined where it can. */
export function refuseProposal(topic: string, options: readonly string[]): string | undefined {
  if (cleanLine(topic) === '') return 'A decision needs a topic: one sentence that says what is to be decided.'
  if (options.length > MOST_OPTIONS)
    return `A decision has at most ${MOST_OPTIONS} options; these are ${options.length}.`
  if (distinctOptions(options).length < 2) return 'A decision needs at least two options that differ from each other.'
  return undefined
}

/** The option that somebody means: by its words, by its number, or by the only one that begins so. */
export function optionNamed(options: readonly string[], said: string): string | undefined {
  const written = cleanLine(said.slice(0, LONGEST_ANSWER))
  const wanted = keyOf(written)
  if (wanted === '') return undefined
  const exact = options.find((option) => keyOf(option) === wanted)
  if (exact !== undefined) return exact
  const number = /^(?:option )?#?(\d{1,2})$/u.exec(written.toLowerCase().replace(/[.):*]+$/u, ''))?.[1]
  if (number !== undefined) return options[Number(number) - 1]
  const numbered = /^\d{1,2}[.):]\s*(\S.*)$/u.exec(written)?.[1]
  if (numbered !== undefined && keyOf(numbered) !== wanted) return optionNamed(options, numbered)
  return only(options.filter((option) => keyOf(option).startsWith(wanted) || wanted.startsWith(`${keyOf(option)} `)))
}

const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined)

/** What makes two options the same: the words, whatever their case and what stands around them. */
function keyOf(text: string): string {
  const whole = cleanLine(text).normalize('NFKC').toLowerCase()
  const words = whole.replace(/[^\p{L}\p{N}+#%/-]+/gu, ' ').trim()
  return words === '' ? whole : words
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
