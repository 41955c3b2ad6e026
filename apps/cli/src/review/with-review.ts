import { randomUUID } from 'node:crypto'
import { isStopped, resultsOf, type Session, type SessionId } from '@convene/domain'
import type { CliProgram } from '../program.ts'
import type { ReviewRequest } from './review-request.ts'
import { writeReview } from './write-review.ts'

/**
 * Shows a run and then writes what it found, all of it or not. An incomplete run keeps its exit code. One without a
 * result writes nothing.
 */
export async function withReview(
  program: CliProgram,
  session: SessionId,
  request: ReviewRequest,
  show: () => Promise<number>,
): Promise<number> {
  const code = request.annotate ? await muted(program, show) : await show()
  const state = await (await program.engine()).state(session)
  if (!state || (code !== 0 && !isDelivered(state))) return code
  return (await writeReview(program, request, state)) || code
}

const isDelivered = (state: Session): boolean =>
  state.run !== null && state.run.phase === 'cancelled' && !isStopped(state) && resultsOf(state, state.run).length > 0

/** While models speak, GitHub must not take their lines for workflow commands. */
async function muted({ terminal }: CliProgram, show: () => Promise<number>): Promise<number> {
  const word = randomUUID()
  terminal.out.write(`::stop-commands::${word}\n`)
  try {
    return await show()
  } finally {
    terminal.out.write(`::${word}::\n`)
  }
}
