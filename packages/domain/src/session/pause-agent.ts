import { type Fact, fact } from '../event/event.ts'
import { ok, type Result, refuse } from '../shared/result.ts'
import { isActive, isAgentPaused, isPaused, type Run, type Session, seatOf } from '../state/session.ts'
import { seatsOf } from '../team/team.ts'

/** One agent starts nothing new until it is resumed. It finishes what is in progress, and the others continue. */
export function pauseAgent(session: Session, agent: string): Result<readonly Fact[]> {
  const { run } = session
  if (!run || !(isActive(session) || isPaused(session)))
    return refuse('illegal_command', `${agent} cannot be paused now: the run is ${run?.phase ?? 'idle'}.`)
  if (!seatOf(run, agent)) return refuse('unknown_agent', unknownAgent(run, agent))
  if (isAgentPaused(session, agent)) return refuse('illegal_command', `${agent} is already paused.`)
  return ok([fact('agent.paused', {}, { agent })])
}

/** Resumes an agent paused by name. In a paused run it continues when the run does. */
export function resumeAgent(session: Session, agent: string): Result<readonly Fact[]> {
  const { run } = session
  if (run && !seatOf(run, agent)) return refuse('unknown_agent', unknownAgent(run, agent))
  if (!isAgentPaused(session, agent)) return refuse('illegal_command', `${agent} is not paused.`)
  return ok([fact('agent.resumed', {}, { agent })])
}

/** Resumes every agent paused by name. */
export const resumeAll = ({ run }: Session): readonly Fact[] =>
  (run?.pausedAgents ?? []).map((agent) => fact('agent.resumed', {}, { agent }))

/** A refusal that lists the possible names. */
export const unknownAgent = (run: Run, agent: string): string =>
  `No agent ${agent} in this team. Agents: ${seatsOf(run.team)
    .map(({ slug }) => slug)
    .join(', ')}.`
