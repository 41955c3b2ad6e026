import type { Session, SessionId } from '@convene/domain'
import type { Program } from '../program.ts'
import type { Allowance } from './budget.ts'
import type { Journal } from './journal.ts'
import { readReply } from './read-reply.ts'
import type { Unit } from './units.ts'

/** What an eval has spent, interrupted sessions included. */
export async function spentSoFar(program: Program, journal: Journal): Promise<number> {
  const engine = await program.engine()
  const states = await Promise.all(journal.openSessions().map((session) => engine.state(session)))
  return states.reduce((sum, state) => sum + spentIn(state), journal.spentUsd())
}

/** With what calls that were cut off may have cost. */
const spentIn = (session: Session | undefined): number =>
  Object.values(session?.started ?? {}).reduce(
    (sum, effect) => sum + (effect.kind === 'model' ? (effect.reserve.costUsd ?? 0) : 0),
    session?.spent.costUsd ?? 0,
  )

/** `countedUsd`: what it had spent when the budget was opened. */
type UnitSession = { readonly session: SessionId; readonly countedUsd: number }

/** The interrupted session of a unit if what it may still spend is allowed, else a new one. */
export async function sessionFor(
  { program, journal }: { readonly program: Program; readonly journal: Journal },
  unit: Unit,
  { capUsd }: Allowance,
): Promise<UnitSession> {
  const engine = await program.engine()
  const open = journal.session(unit.key)
  const state = open && (await engine.state(open))
  if (open && (!state || fits(state, capUsd))) return { session: open, countedUsd: spentIn(state) }
  if (open) {
    const { refusal } = await engine.resume(open, { type: 'stop' })
    if (refusal) throw new Error(refusal.message)
    const reply = readReply(unit, await engine.rested(open), [])
    // Without this entry, the next resume would not know what it cost.
    journal.add({ type: 'replied', unit: unit.key, reply })
  }
  const session = (await program.ids()).next() as SessionId
  journal.add({ type: 'started', unit: unit.key, session })
  return { session, countedUsd: 0 }
}

/** A session keeps the limits that it started with. */
function fits(session: Session, capUsd: number | null): boolean {
  const { run } = session
  if (capUsd === null || run?.finished) return true
  return (run?.limits.maxCostUsd ?? Number.POSITIVE_INFINITY) - spentIn(session) <= capUsd
}
