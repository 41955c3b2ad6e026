import type { Event, Session } from '@convene/domain'
import { decisionsIn, outcomeLine } from '@convene/reading'
import { recordText } from '../decisions/decisions.ts'

/** The session's decision records, each with its outcome. Empty if there are none. */
export function recordsOf(_session: Session, events: readonly Event[]): string {
  const decisions = decisionsIn(events)
  const voted = decisions.flatMap(({ committed, resolved }) => {
    const adr = committed?.adr
    return adr ? [recordText(resolved ? `${adr}\n\n## Outcome\n\n${outcomeLine(resolved)}` : adr)] : []
  })
  const known = new Set(decisions.map(({ committed }) => committed?.adr))
  const open = openRecords(events).filter((adr) => !known.has(adr))
  const records = [...voted, ...open.map(recordText)]
  return records.length > 0 ? `${records.join('\n\n---\n\n')}\n` : ''
}

/** A panel in which nobody took a position has a record and no vote. */
const openRecords = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'artifact' && event.data.kind === 'adr' && event.data.text ? [event.data.text] : [],
  )
