import type { Session, SessionId } from '@convene/domain'
import { findSession, type Program } from '@convene/host'
import type { McpServer, RequestStateCodec, ServerContext } from '@modelcontextprotocol/server'
import type { AgentBudget } from './budget.ts'
import { Refused } from './refused.ts'

/** The library. Loaded when the first client connects, because it takes longer than the rest of the start. */
export type Sdk = typeof import('@modelcontextprotocol/server')

/** The question put to the user, returned with their answer. Signed, because it comes back through the caller. */
export type Round = { readonly session: string; readonly pending: string; readonly number: number }

/** An agent that calls us. It is not the user and cannot answer for them. */
export type CallingAgent = Pick<Caller, 'program' | 'allowChanges' | 'yes' | 'budget'> & {
  /** What it calls itself, for the log. */
  name(): string
}

/** An agent over MCP, on one connection or in one request. */
export type Caller = {
  readonly program: Program
  /** Whether teams may change files and run commands. Approvals still go to the user. */
  readonly allowChanges: boolean
  /** Nobody is there to answer: gates pass, and the caller learns of it. Default: as in the settings. */
  readonly yes?: boolean
  /**
   * Whether form answers count as the user's. Over HTTP they do not, because the calling program could fill them in.
   */
  readonly forms: boolean
  readonly sdk: Sdk
  readonly rounds: RequestStateCodec<Round>
  readonly server: McpServer
  name(): string
  readonly budget: AgentBudget
}

export type Call = { readonly caller: Caller; readonly context: ServerContext; readonly wait: number }

/**
 * A session by its id, if it is in the caller's workspace. Sessions elsewhere are none of the caller's business and
 * look as if they did not exist.
 */
export async function sessionOf({ program }: CallingAgent, id: string): Promise<Session> {
  const found = id.trim().toLowerCase() === 'last' ? undefined : await findSession(program, id)
  const state = found?.ok ? await (await program.engine()).state(found.value) : undefined
  if (state?.workspace === program.workspace) return state
  throw new Refused(`No session "${id}" in ${program.workspace}. list_sessions shows them all.`)
}

/** Whether the session's tools can make changes. */
const changesThings = ({ run }: Session): boolean =>
  Object.values(run?.settings.tools ?? {}).some(({ readOnly }) => !readOnly)

export const isStartedByAgent = ({ run }: Session): boolean => run?.settings.startedOver === 'mcp'

/** Only the user can continue a session that they started with tools that make changes. */
export const mayContinue = ({ allowChanges }: Caller, session: Session): boolean =>
  !changesThings(session) || (allowChanges && isStartedByAgent(session))

export const newSession = async ({ program }: CallingAgent): Promise<SessionId> =>
  (await program.ids()).next() as SessionId
