import { factTypes, nearestName, type Result, refuse } from '@convene/domain'
import type { EventFilter } from '@convene/reading'

type Given = {
  readonly agent?: string | undefined
  readonly step?: string | undefined
  readonly type?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** The events a call asks for. An unknown type is an error: an empty answer would look like a fact. */
export function filterOf({ agent, step, type, since, until }: Given): Result<EventFilter> {
  const types = type?.split(',').map((each) => each.trim())
  const unknown = types?.find((each) => !factTypes.includes(each))
  if (unknown !== undefined) {
    const nearest = nearestName(unknown, factTypes)
    return refuse('bad_request', `Unknown event type "${unknown}".${nearest ? ` Did you mean "${nearest}"?` : ''}`)
  }
  return {
    ok: true,
    value: {
      ...(agent !== undefined && { agent }),
      ...(step !== undefined && { step }),
      ...(types && { types }),
      ...(since !== undefined && { since: Date.parse(since) }),
      ...(until !== undefined && { until: Date.parse(until) }),
    },
  }
}
