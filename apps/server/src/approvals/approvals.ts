import { allPending, answerAsk, findApproval } from '@convene/host'
import type { Handlers } from '../context.ts'
import { pendingView } from '../sessions/view.ts'

/** The inbox of everything that waits for the user. */
export const approvalHandlers: Handlers<'approvals' | 'answerApproval'> = {
  approvals: async ({ program }) => {
    const waiting = await allPending(program)
    return { ok: true, value: { items: waiting.map(pendingView), next: null } }
  },
  answerApproval: async ({ program }, { id, answer, pattern, reason }) => {
    const found = await findApproval(program, id)
    if (!found.ok) return found
    const { session } = found.value
    const answered = await answerAsk(program.at(session.workspace), found.value, { answer, pattern, reason })
    if (!answered.ok) return answered
    const { log } = await program.store()
    return { ok: true, value: { done: true, seq: await log.head(session.id), notes: [...answered.value] } }
  },
}
