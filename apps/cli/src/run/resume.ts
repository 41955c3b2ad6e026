import { isBusy, isFinal, isPaused, type Session } from '@convene/domain'
import { findSession } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { inForeground } from './foreground.ts'

/** `convene resume`: resumes a session or one paused agent here, or watches it if another process owns it. */
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
    ...(isOver && { warnings: [`Nothing to resume: the run is ${state.run?.phase}.`] }),
    ...(state &&
      isHeld(state, agent) && { command: { type: 'resume', ...(agent !== undefined && { agent }) } as const }),
  })
}

/** An active run is only watched. Naming an agent sends the command anyway, so the user learns if it was not paused. */
const isHeld = (state: Session, agent: string | undefined): boolean =>
  agent !== undefined || isPaused(state) || (state.run?.pausedAgents.length ?? 0) > 0
