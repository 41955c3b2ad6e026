import type { Session, SessionId } from '@convene/domain'
import { type Program, stopSession } from '@convene/host'
import type { EvalJournal } from './journal.ts'
import { readUnitReply } from './read-reply.ts'
import type { EvalUnit } from './units.ts'

/** What an eval has spent, including interrupted sessions. */
export async function spentSoFar(program: Program, journal: EvalJournal): Promise<number> {
  const engine = await program.engine()
  const states = await Promise.all(journal.openSessions().map((session) => engine.state(session)))
  return states.reduce((sum, state) => sum + spentIn(state), journal.spentUsd())
}

/** Includes what calls that were cut off may have cost. */
const spentIn = (session: Session | undefined): number =>
  Object.values(session?.started ?? {}).reduce(
    (sum, effect) => sum + (effect.kind === 'model' ? (effect.reserve.costUsd ?? 0) : 0),
    session?.spent.costUsd ?? 0,
  )

/** An interrupted session: what the budget has counted for it, and what its limits let it spend on top of that. */
export type OpenSession = { readonly session: SessionId; readonly countedUsd: number; readonly restUsd: number }

type Evaluating = { readonly program: Program; readonly journal: EvalJournal }

/** A unit's interrupted session. It keeps the limits that it started with. */
export async function openSessionOf(
  { program, journal }: Evaluating,
  unit: EvalUnit,
): Promise<OpenSession | undefined> {
  const session = journal.session(unit.key)
  const state = session && (await (await program.engine()).state(session))
  if (!session || !state) return undefined
  const countedUsd = spentIn(state)
  const limit = state.run?.limits.maxCostUsd ?? Number.POSITIVE_INFINITY
  return { session, countedUsd, restUsd: state.run?.finished ? 0 : Math.max(0, limit - countedUsd) }
}

/** A new session for a unit, replacing one that may not continue. */
export async function newUnitSession(
  { program, journal }: Evaluating,
  unit: EvalUnit,
  open: OpenSession | undefined,
): Promise<SessionId> {
  if (open) {
    const stopped = await stopSession(program, open.session)
    if (!stopped.ok) throw new Error(stopped.refusal.message)
    const reply = readUnitReply(unit, stopped.value, [])
    // Without this entry, the next resume would not know its cost.
    journal.add({ type: 'replied', unit: unit.key, reply })
  }
  // Stored before it starts, in case of a crash in between.
  const known = journal.session(unit.key)
  if (known) return known
  const session = (await program.ids()).next() as SessionId
  journal.add({ type: 'started', unit: unit.key, session })
  return session
}
