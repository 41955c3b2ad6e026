import { type Domain, type Event, emptySession, type Session, type SessionId } from '@convene/domain'
import type { EventLog, Snapshot } from '../ports/event-log.ts'

/** What a session was loaded from. */
export type Loaded = { readonly state: Session; readonly snapshot?: Snapshot }

/** Reading and folding 100,000 events in one go would block everything else for a second or more. */
const PART = 1_000

/** The state of a session: its snapshot, if made by this version of the fold, plus the events after it. */
export async function load(log: EventLog, domain: Domain, session: SessionId): Promise<Session> {
  return (await loadParts(log, domain, session, () => {})).state
}

/** `seen` gets the events after the snapshot, part by part. */
export async function loadParts(
  log: EventLog,
  domain: Domain,
  session: SessionId,
  seen: (part: readonly Event[]) => void,
): Promise<Loaded> {
  const stored = await log.snapshot(session)
  const snapshot = stored?.version === domain.version ? stored : undefined
  let state = snapshot ? (snapshot.state as Session) : emptySession(session)
  for (let isWhole = false; !isWhole; ) {
    const part = await log.read(session, state.seq, PART)
    for (const event of part) state = domain.evolve(state, event)
    seen(part)
    isWhole = part.length < PART
  }
  return { state, ...(snapshot && { snapshot }) }
}
