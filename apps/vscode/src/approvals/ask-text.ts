import { type Ask, cleanLine, spelled, spelledLine, wantedText } from '@convene/domain'

/** What the user must know before answering an ask. */
export type AskDetails = Pick<Ask, 'tool' | 'resource' | 'rule' | 'proposed'> & {
  readonly command?: { readonly line: string } | undefined
  readonly preview?: string | undefined
  readonly note?: string | undefined
  readonly also?: readonly string[] | undefined
}

/** What the call would do, and which part of it needs approval if not all of it does. */
export function wantedOf({ preview, resource }: AskDetails): {
  readonly whole: string
  readonly part: string | undefined
} {
  const about = spelledLine(resource)
  const whole = spelled(preview ?? '').trimEnd() || spelled(resource)
  return { whole, part: [about, `$ ${about}`].includes(spelledLine(whole)) ? undefined : about }
}

/** Everything that "session" or "always" would allow. */
export const coverageOf = ({ proposed, also = [] }: Pick<AskDetails, 'proposed' | 'also'>): readonly string[] =>
  [proposed, ...also].map(spelledLine).filter((grant) => grant !== '')

/** A note for a pattern the user can still narrow. Undefined if it covers only what is asked. */
export function alsoText(also: readonly string[]): string | undefined {
  if (also.length === 0) return undefined
  return `Unchanged, this also allows ${listed(also.map(spelledLine))}. An edited pattern allows only what it matches.`
}

/** A row in the list of pending items, with the details in its tooltip. */
export function askRow(
  ask: AskDetails,
  title: string,
): { readonly label: string; readonly description: string; readonly tooltip: string } {
  const note = cleanLine(ask.note ?? '')
  return {
    label: spelledLine(`${ask.tool}: ${wantedText(ask)}`),
    description: [note, title].filter(Boolean).join(' · '),
    tooltip: askText(ask),
  }
}

/** Why it is asked: the rule, and what is special about the call, which may be a few words or a sentence. */
export function ruleChoiceText(rule: string, note: string): string {
  const isSentence = /^\p{Lu}.*\.$/u.test(note)
  return isSentence ? `Matched rule: ${rule}. ${note}` : `Matched rule: ${rule}${note && `, ${note}`}.`
}

function askText(ask: AskDetails): string {
  const { whole, part } = wantedOf(ask)
  return [
    whole,
    ...(part === undefined ? [] : [`Needs approval: ${part}`]),
    ruleChoiceText(cleanLine(ask.rule), cleanLine(ask.note ?? '')),
    `"Session" and "always" would allow ${listed(coverageOf(ask))}.`,
  ].join('\n\n')
}

/** `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
