import type { Event } from '@convene/domain'
import { type Environment, redactor, secretsIn } from '@convene/platform'

/** Everything that was said and done, with secrets removed. An event's type and place stay. */
export function withoutSecrets(events: readonly Event[], environment: Environment): readonly Event[] {
  const found = new Set<string>()
  for (const { data } of events)
    for (const text of textsIn(data)) for (const secret of secretsIn(text)) found.add(secret)
  const redact = redactor(environment, [...found])
  return events.map((event) => ({ ...event, data: JSON.parse(JSON.stringify(event.data, redact)) }) as Event)
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The same for one text: keys in it, including the user's own, are blanked. */
export function textWithoutSecrets(text: string, environment: Environment): string {
  const redact = redactor(environment, [...new Set(secretsIn(text))])
  return String(redact('', text))
}
