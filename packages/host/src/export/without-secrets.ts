import type { Event } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { type SafeText, safeTexts } from './safe-text.ts'

/**
 * Everything that was said and done, with secrets and folders of the machine removed. An event's type and its place in
 * the log stay.
 */
export function withoutSecrets(
  events: readonly Event[],
  environment: Environment,
  places: readonly string[],
): readonly Event[] {
  const safe = safeTexts({ environment, places, workspace: workspaceIn(events) }, allTexts(events))
  return events.map((event) => ({ ...event, data: rewritten('', event.data, safe) }) as Event)
}

/** A value with every text in it rewritten, the names of its fields included: models and settings choose some of them. */
function rewritten(name: string, value: unknown, safe: SafeText): unknown {
  if (typeof value === 'string') return safe(value, name)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => rewritten(name, item, safe))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [safe(key), rewritten(key, item, safe)]))
}

/** Unlikely in any text if there is none: an empty one would match everywhere. */
const NOWHERE = '\u0000'

function workspaceIn(events: readonly Event[]): string {
  for (const event of events) if (event.type === 'session.created') return event.data.workspace || NOWHERE
  return NOWHERE
}

function* allTexts(events: readonly Event[]): Iterable<string> {
  for (const { data } of events) yield* textsIn(data)
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(textsIn)]
}
