import type { Event } from '@convene/domain'
import { type Environment, redactor, secretsIn } from '@convene/platform'
import { withoutPaths } from './without-paths.ts'

/**
 * Everything that was said and done, with secrets and folders of the machine removed. An event's type and its place in
 * the log stay.
 */
export function withoutSecrets(
  events: readonly Event[],
  environment: Environment,
  places: readonly string[],
): readonly Event[] {
  const found = new Set<string>()
  for (const { data } of events)
    for (const text of textsIn(data)) for (const secret of secretsIn(text)) found.add(secret)
  const redact = redactor(environment, [...found])
  const workspace = workspaceIn(events)
  const remove = (key: string, value: unknown) => {
    const kept = redact(key, value)
    return typeof kept === 'string' ? withoutPaths(kept, { workspace, places }) : kept
  }
  return events.map((event) => ({ ...event, data: JSON.parse(JSON.stringify(event.data, remove)) }) as Event)
}

/** Unlikely in any text if there is none: an empty one would match everywhere. */
const NOWHERE = '\u0000'

function workspaceIn(events: readonly Event[]): string {
  for (const event of events) if (event.type === 'session.created') return event.data.workspace || NOWHERE
  return NOWHERE
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
