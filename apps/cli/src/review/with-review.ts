import { randomUUID } from 'node:crypto'
import type { SessionId } from '@convene/domain'
import type { Program } from '../program.ts'
import type { ReviewRequest } from './review-request.ts'
import { writeReview } from './write-review.ts'

/** Shows a run and then writes its findings. A run that did not complete writes nothing and keeps its exit code. */
export async function withReview(
  program: Program,
  session: SessionId,
  request: ReviewRequest,
  show: () => Promise<number>,
): Promise<number> {
  const code = request.annotate ? await muted(program, show) : await show()
  if (code !== 0) return code
  const state = await (await program.engine()).state(session)
  return state ? writeReview(program, request, state) : code
}

/** While models speak, GitHub must not take their lines for workflow commands. */
async function muted({ terminal }: Program, show: () => Promise<number>): Promise<number> {
  const word = randomUUID()
  terminal.out.write(`::stop-commands::${word}\n`)
  try {
    return await show()
  } finally {
    terminal.out.write(`::${word}::\n`)
  }
}
