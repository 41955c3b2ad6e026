import { isBusy, isFinal, isPaused, type Session } from '@convene/domain'
import { findSession } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { inForeground } from './foreground.ts'

/** `convene resume`: lets a session, or one paused agent of it, go on here, or watches it where another process has it. */
export async function resume(program: Program, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const agent = input.text('agent')
  const engine = await program.engine()
  const state = await engine.state(found.value)
  const isOver = state?.run && isFinal(state.run.phase) && !isBusy(state) && state.queue.length === 0
  return inForeground(program, input, {
    session: found.value,
    before: state,
    recall: true,
    ...(isOver && { warnings: [`There is nothing to resume: the run is ${state.run?.phase}.`] }),
    ...(state &&
      isHeld(state, agent) && { command: { type: 'resume', ...(agent !== undefined && { agent }) } as const }),
  })
}

/** A run that goes on by itself is only watched. Whoever names an agent is told where it was not paused. */
const isHeld = (state: Session, agent: string | undefined): boolean =>
  agent !== undefined || isPaused(state) || (state.run?.pausedAgents.length ?? 0) > 0
