import { isBusy, isFinal, isPaused } from '@convene/domain'
import { findSession } from '@convene/program'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { inForeground } from './foreground.ts'

/** `convene resume`: lets a session go on here, or watches it where another process has it. */
export async function resume(program: Program, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const engine = await program.engine()
  const state = await engine.state(found.value)
  const isOver = state?.run && isFinal(state.run.phase) && !isBusy(state) && state.queue.length === 0
  return inForeground(program, input, {
    session: found.value,
    before: state,
    recall: true,
    ...(isOver && { warnings: [`There is nothing to resume: the run is ${state.run?.phase}.`] }),
    ...(state && isPaused(state) && { command: { type: 'resume' } as const }),
  })
}
