import type { Session } from '@convene/domain'
import { answerOf, findingsAgain, findingsReview, type Review } from '@convene/reading'
import { drive } from '../drive/drive.ts'
import type { Program } from '../program.ts'
import { readWholePublic } from '../sessions/read-whole.ts'

/**
 * What a finished run found. Agents whose findings cannot be read are asked once more, and named if that does not help
 * either.
 */
export async function collectReview(program: Program, session: Session): Promise<Review | undefined> {
  const first = session.run && findingsReview(session, session.run)
  if (!first || first.unread.length === 0) return first ?? undefined
  let state = session
  for (const to of first.unread) {
    const watcher = { events: () => {} }
    const command = { type: 'message', text: findingsAgain, to } as const
    const driven = await drive(program, { session: session.id, command, after: state.seq, watcher })
    if ('refusal' in driven) continue
    state = await driven.rested.finally(driven.end)
  }
  return state.run ? findingsReview(state, state.run) : first
}

/** The result of a session's last run, as Markdown. */
export async function reviewText(program: Program, session: Session): Promise<string> {
  const { log } = await program.store()
  return answerOf(session, await readWholePublic(log, session.id))
}
