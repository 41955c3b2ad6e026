import { isOtherAgent, type Session, type SessionId, type StartedBy } from '@convene/domain'
import type { Program } from '../program.ts'
import { findSession } from '../sessions/find-session.ts'
import type { AgentBudget } from './budget.ts'
import { RefusedRequest } from './refused.ts'

/** A program that starts teams. It is not the user and cannot answer for them. */
export type CallingProgram = {
  readonly program: Program
  /** How it reaches us. Stored with every run it starts. */
  readonly by: StartedBy
  /** What it calls itself, for the log. */
  name(): string
  /** Whether teams may change files and run commands. Approvals still go to the user. */
  readonly allowChanges: boolean
  /** Nobody is there to answer: gates pass, and the caller learns of it. Default: as in the settings. */
  readonly yes?: boolean
  /** What all its teams may spend, counted from its first call. */
  readonly budget: AgentBudget
}

/**
 * A session by its id, if it is in the caller's workspace. Sessions elsewhere are none of the caller's business and
 * look as if they did not exist.
 */
export async function sessionOf({ program }: Pick<CallingProgram, 'program'>, id: string): Promise<Session> {
  const found = id.trim().toLowerCase() === 'last' ? undefined : await findSession(program, id)
  const state = found?.ok ? await (await program.engine()).state(found.value) : undefined
  if (state?.workspace === program.workspace) return state
  const message = `No session "${id}" in ${program.workspace}. list_sessions shows them all.`
  throw new RefusedRequest({ code: 'session_not_found', message })
}

/** Whether the session's tools can make changes. */
const changesThings = ({ run }: Session): boolean =>
  Object.values(run?.settings.tools ?? {}).some(({ readOnly }) => !readOnly)

/** Whether an agent started the session's newest run, over any protocol: they share one token. */
export const isStartedByAgent = ({ run }: Session): boolean => isOtherAgent(run?.settings.startedBy)

/** Only the user can continue a session that they started with tools that make changes. */
export const mayContinue = ({ allowChanges }: Pick<CallingProgram, 'allowChanges'>, session: Session): boolean =>
  !changesThings(session) || (allowChanges && isStartedByAgent(session))

export const newSession = async (program: Program): Promise<SessionId> => (await program.ids()).next() as SessionId
