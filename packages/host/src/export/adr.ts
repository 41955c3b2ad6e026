import type { Event, Session } from '@convene/domain'
import { decisionsIn, outcomeLine } from '../decisions/decisions.ts'

/** The records of the session's decisions, each with its outcome. Empty if there are none. */
export function recordsOf(_session: Session, events: readonly Event[]): string {
  const records = decisionsIn(events).flatMap(({ committed, resolved }) => {
    const adr = committed?.data.adr
    return adr ? [resolved ? `${adr}\n\n## Outcome\n\n${outcomeLine(resolved)}` : adr] : []
  })
  return records.length > 0 ? `${records.join('\n\n---\n\n')}\n` : ''
}
