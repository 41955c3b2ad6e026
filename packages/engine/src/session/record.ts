import type { Command, Domain, Event, Refusal, SessionId } from '@convene/domain'
import { headFor, withHead } from '../evidence/with-evidence.ts'
import { LogConflict } from '../ports/event-log.ts'
import type { Ports } from '../ports/ports.ts'
import { rowOf } from './list-row.ts'
import { load } from './load.ts'

const TRIES = 20

/** Appends only the facts of a command: the session's owner sees them in the log and reacts. Resolves when durable. */
export async function appendCommand(
  ports: Ports,
  domain: Domain,
  session: SessionId,
  command: Command,
): Promise<Refusal | undefined> {
  for (let attempt = 1; ; attempt++) {
    const before = await load(ports.log, domain, session)
    if (before.seq === 0 && command.type !== 'create') return notFound(session)
    const at = ports.clock.now()
    const { facts, refusal } = domain.accept(before, command, at)
    const batch: Event[] = []
    const head = await headFor(ports, before, facts)
    let state = before
    for (const fact of facts) {
      const event = domain.stamp(state, withHead(fact, head), at, before.seq + 1)
      batch.push(event)
      state = domain.evolve(state, event)
    }
    if (batch.length === 0) return refusal
    try {
      await ports.log.append(session, before.seq, batch, rowOf(state, domain.next(state)))
      ports.telemetry.recorded(batch)
      return refusal
    } catch (error) {
      if (!(error instanceof LogConflict) || attempt === TRIES) throw error
    }
  }
}

export const notFound = (session: SessionId): Refusal => ({
  code: 'session_not_found',
  message: `Session ${session} not found.`,
})
