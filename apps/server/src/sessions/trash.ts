import { findTrashed, listTrash, restoreTrashed } from '@convene/host'
import { doneAnswer, type Handlers } from '../context.ts'

/** Deleted sessions, and restoring them. */
export const trashHandlers: Handlers<'deletedSessions' | 'restoreSession'> = {
  deletedSessions: async ({ program }) => {
    const { trash } = await program.store()
    const items = (await listTrash(trash)).map(({ id, title, deletedAt, goneAt }) => ({
      id,
      title,
      deletedAt: new Date(deletedAt).toISOString(),
      goneAt: new Date(goneAt).toISOString(),
    }))
    return { ok: true, value: { items, next: null } }
  },
  restoreSession: async ({ program }, { id }) => {
    const found = await findTrashed(program, id)
    if (!found.ok) return found
    const restored = await restoreTrashed(program, found.value)
    return restored.ok ? doneAnswer : restored
  },
}
