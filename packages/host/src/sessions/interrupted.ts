import { isFinal, type SessionId } from '@convene/domain'
import type { ListedSession } from '@convene/engine'
import type { Program } from '../program.ts'

/** A process picks up a session within this time. */
const TAKEN_UP_MS = 2_000

type Row = Pick<ListedSession, 'id' | 'phase' | 'asks' | 'moves' | 'wakeAt' | 'updatedAt'>

/**
 * Marks sessions whose process ended in the middle of a run. On a shared database, any server may pick them up, so
 * nothing is marked there.
 */
export async function withInterrupted<R extends Row>(
  program: Program,
  rows: readonly R[],
): Promise<readonly (R & { readonly interrupted?: boolean })[]> {
  const { local } = await program.store()
  if (!local) return rows
  return Promise.all(rows.map(async (row) => ((await isLeft(program, row)) ? { ...row, interrupted: true } : row)))
}

/** Whether the process of a session's run ended in the middle of it. The same answer as in a list. */
export async function isSessionInterrupted(program: Program, session: SessionId): Promise<boolean> {
  const { local } = await program.store()
  const [row] = (await local?.list({ ids: [session] })) ?? []
  return row !== undefined && isLeft(program, row)
}

/** Something is due, and no process is doing it. A run's time limit alone is not due yet. */
async function isLeft(program: Program, { id, phase, asks, moves, wakeAt, updatedAt }: Row): Promise<boolean> {
  const now = program.now()
  const isDue = moves || (wakeAt !== null && wakeAt <= now)
  const isAtWork = isDue && !isFinal(phase) && !['idle', 'paused'].includes(phase) && asks === 0
  if (!isAtWork || now - Math.max(updatedAt, moves ? 0 : (wakeAt ?? 0)) < TAKEN_UP_MS) return false
  const { ownership } = await program.store()
  return !(await ownership.owned(id))
}
