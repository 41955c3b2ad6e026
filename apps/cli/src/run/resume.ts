import { isBusy, isFinal, isPaused, isStopped, type Result, type Session, type SessionId } from '@convene/domain'
import { BEFORE_STOP, findSession, forkSession, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { asStarted } from '../terminal/as-started.ts'
import { printNote } from '../terminal/print.ts'
import { inForeground } from './foreground.ts'

/**
 * `convene resume`: resumes a session or one paused agent here, or watches it if another process owns it. With `--fork`,
 * a stopped run continues in a copy.
 */
export async function resume(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  const place = found.ok && input.flag('fork') ? await forkBeforeStop(program, found.value) : found
  if (!place.ok) return program.refuse(place.refusal)
  const agent = input.text('agent')
  const engine = await program.engine()
  const state = await engine.state(place.value)
  const isOver = state?.run && isFinal(state.run.phase) && !isBusy(state) && state.queue.length === 0
  return inForeground(program, input, {
    session: place.value,
    before: state,
    recall: true,
    ...(isOver && { warnings: [nothingToResume(program, state)] }),
    ...(state &&
      isHeld(state, agent) && { command: { type: 'resume', ...(agent !== undefined && { agent }) } as const }),
  })
}

/** Calls that were answered are not made again. Files stay as they are. */
async function forkBeforeStop(program: CliProgram, from: SessionId): Promise<Result<SessionId>> {
  const forked = await forkSession(program, from, { at: BEFORE_STOP, keepFiles: true })
  if (!forked.ok) return forked
  const { id } = forked.value
  printNote(program, `Continuing in ${shortId(id)}, a copy of ${shortId(from)} from just before the stop.`)
  return { ok: true, value: id }
}

function nothingToResume({ terminal }: CliProgram, state: Session): string {
  if (!isStopped(state)) return `Nothing to resume: the run is ${state.run?.phase}.`
  const command = asStarted(terminal, `convene resume ${shortId(state.id)} --fork`)
  return `The run was stopped. ${command} continues it in a copy, from just before the stop.`
}

/** An active run is only watched. Naming an agent sends the command anyway, so the user learns if it was not paused. */
const isHeld = (state: Session, agent: string | undefined): boolean =>
  agent !== undefined || isPaused(state) || (state.run?.pausedAgents.length ?? 0) > 0
