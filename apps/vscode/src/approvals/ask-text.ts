import { type Ask, cleanLine, spelled } from '@convene/domain'

/** What a person must know of an ask before they answer it. */
export type Asked = Pick<Ask, 'tool' | 'resource' | 'rule' | 'proposed'> & {
  readonly preview?: string | undefined
  readonly note?: string | undefined
  readonly also?: readonly string[] | undefined
}

/** What the call would do, and what of that is asked about where it is only a part. */
export function wantedOf({ preview, resource }: Asked): { readonly whole: string; readonly part: string | undefined } {
  const about = cleanLine(resource)
  const whole = spelled(preview ?? '').trimEnd() || spelled(resource)
  return { whole, part: [about, `$ ${about}`].includes(cleanLine(whole)) ? undefined : about }
}

/** Everything that an answer for the session, or always, would allow. */
export const coverageOf = ({ proposed, also = [] }: Pick<Asked, 'proposed' | 'also'>): readonly string[] =>
  [proposed, ...also].map(cleanLine).filter((grant) => grant !== '')

/** What is said where a person can still narrow the pattern; undefined where it stands for everything that is asked. */
export function alsoText(also: readonly string[]): string | undefined {
  if (also.length === 0) return undefined
  return `As it stands this also allows ${listed(also.map(cleanLine))}. Another pattern allows only itself.`
}

/** One row among what waits, with everything about the ask behind it. */
export function askRow(
  ask: Asked,
  title: string,
): { readonly label: string; readonly description: string; readonly tooltip: string } {
  const note = cleanLine(ask.note ?? '')
  return {
    label: `${cleanLine(ask.tool)}: ${cleanLine(ask.resource)}`,
    description: [note, title].filter(Boolean).join(' · '),
    tooltip: askText(ask),
  }
}

function askText(ask: Asked): string {
  const { whole, part } = wantedOf(ask)
  const note = cleanLine(ask.note ?? '')
  return [
    whole,
    ...(part === undefined ? [] : [`What is asked about in it: ${part}`]),
    `Asked because of ${cleanLine(ask.rule)}${note && `, ${note}`}.`,
    `For the session or always, this allows ${listed(coverageOf(ask))}.`,
  ].join('\n\n')
}

/** `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
