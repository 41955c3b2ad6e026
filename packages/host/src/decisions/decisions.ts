import { type Result, refuse, type SessionId } from '@convene/domain'
import { writeDecision } from '@convene/library'
import { decisionsIn } from '@convene/reading'
import { nested } from '../markdown/nested.ts'
import type { Program } from '../program.ts'
import { readWhole } from '../sessions/read-whole.ts'

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
  for (const { topic, committed } of decisionsIn(await readWhole(log, session))) {
    if (!committed || committed.adr === '') continue
    const written = await writeDecision(state.workspace, recordText(committed.adr))
    if (!written.ok) return written
    kept.push({ topic, ...written.value })
  }
  return { ok: true, value: kept }
}
