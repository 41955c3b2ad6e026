import { isFinal } from '@convene/domain'
import type { ListedSession } from '@convene/engine'
import type { Program } from '../program.ts'

/** A process takes a session up within this time. */
const TAKEN_UP_MS = 2_000

/**
 * Marks sessions whose process ended in the middle of a run. On a shared database, any server may take them up, so
 * nothing is marked there.
 */
export async function withInterrupted<R extends ListedSession>(
  program: Program,
  rows: readonly R[],
): Promise<readonly (R & { readonly interrupted?: boolean })[]> {
  const { local, ownership } = await program.store()
  if (!local) return rows
  return Promise.all(
    rows.map(async (row) => {
      const { id, phase, asks, wakeAt, updatedAt } = row
      const isAtWork = !isFinal(phase) && !['idle', 'paused'].includes(phase) && asks === 0 && wakeAt === null
      if (!isAtWork || program.now() - updatedAt < TAKEN_UP_MS || (await ownership.owned(id))) return row
      return { ...row, interrupted: true }
    }),
  )
}
