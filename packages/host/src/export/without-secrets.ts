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
  const plain = (key: string, value: string) => withoutPaths(String(redact(key, value)), { workspace, places })
  return events.map((event) => ({ ...event, data: rewritten('', event.data, plain) }) as Event)
}

/** A value with every text in it rewritten, the names of its fields included: models and settings choose some of them. */
function rewritten(key: string, value: unknown, plain: (key: string, text: string) => string): unknown {
  if (typeof value === 'string') return plain(key, value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => rewritten(key, item, plain))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [plain('', name), rewritten(name, item, plain)]),
  )
}

/** Unlikely in any text if there is none: an empty one would match everywhere. */
const NOWHERE = '\u0000'

function workspaceIn(events: readonly Event[]): string {
  for (const event of events) if (event.type === 'session.created') return event.data.workspace || NOWHERE
  return NOWHERE
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)]
}

/** The same for one text: keys in it, including the user's own, are blanked. */
export function textWithoutSecrets(text: string, environment: Environment): string {
  const redact = redactor(environment, [...new Set(secretsIn(text))])
  return String(redact('', text))
}
