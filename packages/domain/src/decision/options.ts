import { optionKey } from '../answer/option.ts'
import { cleanLine } from '../text/clean.ts'

const LONGEST_OPTION = 300
const MOST_OPTIONS = 12
const LONGEST_TOPIC = 500
const LONGEST_EVIDENCE = 20_000

/** The options to vote on: one line each, without blanks and duplicates. */
export function distinctOptions(options: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const option of options.map((each) => cut(cleanLine(each), LONGEST_OPTION)))
    if (option !== '' && !seen.has(optionKey(option))) seen.set(optionKey(option), option)
  return [...seen.values()].slice(0, MOST_OPTIONS)
}

export const shortTopic = (topic: string): string => cut(cleanLine(topic), LONGEST_TOPIC)

export const shortEvidence = (evidence: string): string => cut(evidence.trim(), LONGEST_EVIDENCE)

/** Why this cannot be put to a vote, and what to do about it. Undefined if it can. */
export function refuseProposal(topic: string, options: readonly string[]): string | undefined {
  if (cleanLine(topic) === '') return 'A decision needs a topic: one sentence saying what to decide.'
  if (options.length > MOST_OPTIONS)
    return `A decision can have at most ${MOST_OPTIONS} options, not ${options.length}.`
  if (distinctOptions(options).length < 2) return 'A decision needs at least two options that differ from each other.'
  return undefined
}

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
