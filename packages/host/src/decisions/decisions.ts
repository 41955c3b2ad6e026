import {
  cleanLine,
  type DecisionOutcome,
  type Event,
  type EventOf,
  type Result,
  refuse,
  resolutionIn,
  type SessionId,
} from '@convene/domain'
import { writeDecision } from '@convene/library'
import { nested } from '../markdown/nested.ts'
import type { Program } from '../program.ts'
import { readWhole } from '../sessions/read-whole.ts'

/** A session's decision, as recorded in its log. */
export type ListedDecision = {
  readonly proposed: EventOf<'decision.proposed'>
  readonly voters: readonly string[]
  readonly committed: EventOf<'decision.committed'> | undefined
  /** How it turned out, as the user last reported. Null if not reported, or withdrawn. */
  readonly resolved: DecisionOutcome | null
}

/** A session's decisions, oldest first. Ids are unique within a run. */
export function decisionsIn(events: readonly Event[]): readonly ListedDecision[] {
  const proposals = events.filter((event) => event.type === 'decision.proposed')
  return proposals.map((proposed) => {
    const isOf = (event: Event): boolean =>
      event.run === proposed.run &&
      event.seq > proposed.seq &&
      'decision' in event.data &&
      event.data.decision === proposed.data.decision
    const own = events.filter(isOf)
    return {
      proposed,
      voters: own.flatMap((event) => (event.type === 'decision.voted' ? [event.data.voter] : [])),
      committed: own.find((event) => event.type === 'decision.committed'),
      resolved: resolutionIn(events, proposed.run ?? '', proposed.data.decision),
    }
  })
}

/** `“SQLite” was right (2026-03-01). One file was enough.` */
export function outcomeLine({ outcome, option, note, at }: DecisionOutcome): string {
  const words = { option: `“${option ?? ''}” was right`, none: 'No option was right', unclear: 'Unclear' }
  return cleanLine(`${words[outcome]} (${new Date(at).toISOString().slice(0, 10)}). ${note}`).trim()
}

/** A decision record as a file. It quotes models, so it contains no HTML, no pictures and no links that run something. */
export const recordText = (adr: string): string => nested(adr, 0, () => false)

/** A record that is now in the workspace. */
export type KeptRecord = { readonly topic: string; readonly path: string; readonly isNew: boolean }

/**
 * Writes a session's decisions to `docs/decisions/` in its workspace, one file each, without overwriting any. A
 * rehearsal decides nothing.
 */
export async function keepDecisions(program: Program, session: SessionId): Promise<Result<readonly KeptRecord[]>> {
  const { log } = await program.store()
  const state = await (await program.engine()).state(session)
  if (!state) return refuse('session_not_found', 'The session no longer exists.')
  const kept: KeptRecord[] = []
  for (const { proposed, committed } of decisionsIn(await readWhole(log, session))) {
    if (!committed || committed.data.adr === '') continue
    const written = await writeDecision(state.workspace, recordText(committed.data.adr))
    if (!written.ok) return written
    kept.push({ topic: proposed.data.topic, ...written.value })
  }
  return { ok: true, value: kept }
}
