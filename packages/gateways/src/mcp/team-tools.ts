import { programFields } from '@convene/domain'
import {
  askTeam,
  isStartedByAgent,
  mayContinue,
  pendingAnswers,
  RefusedRequest,
  sessionOf,
  startTeam,
  stopSession,
  teamState,
} from '@convene/host'
import { z } from 'zod'
import type { McpCall, McpCaller } from './caller.ts'
import { stateResult, TeamStateResult } from './result.ts'
import { tool } from './tool.ts'
import { watchForClient } from './watch.ts'

const MOST_WAIT = 300
const MOST_TEXT = 200_000

const session = z.string().min(4).max(40).describe('The id of the session, or its last 8 characters.')
const text = z.string().trim().min(1).max(MOST_TEXT)
const wait = z
  .number()
  .min(0)
  .max(MOST_WAIT)
  .default(25)
  .describe('Seconds to wait for the result. The team continues after that. Use less than your own time limit.')

/** Tools to start a team, wait for it, ask it more, and stop it. */
export function addTeamTools(caller: McpCaller): void {
  tool(caller, {
    name: 'run_team',
    title: 'Put a team of agents on a goal',
    description: `Starts a team of AI agents on a question or job in this workspace, and waits for the result. Use it for decisions, second opinions, reviews and plans. Teams ${caller.allowChanges ? 'may change files, with approvals from the user' : 'read files and change nothing'}.`,
    input: z.strictObject({
      goal: text.describe('What the team should do or decide, with everything it needs to know.'),
      ...programFields,
      wait,
    }),
    output: TeamStateResult,
    hints: { readOnlyHint: false, destructiveHint: caller.allowChanges, openWorldHint: true },
    run: async (call, request) => {
      const { goal, wait: _wait, ...options } = request
      const { session: id, command } = await startTeam(caller, { goal, options, trace: traceIn(call.context) })
      return watchForClient(call, id, command)
    },
  })
  tool(caller, {
    name: 'wait_for_team',
    title: 'Wait for a team',
    description: 'Waits until a team has a result, or needs the user. Call it again while the state is "running".',
    input: z.strictObject({ session, wait }),
    output: TeamStateResult,
    hints: { readOnlyHint: true, openWorldHint: true },
    run: async (call, { session: id }) => watchForClient(call, (await sessionOf(caller, id)).id),
  })
  addFollowUps(caller)
}

function addFollowUps(caller: McpCaller): void {
  tool(caller, {
    name: 'ask_team',
    title: 'Ask a team a follow-up question',
    description: 'Asks the team of a session, or one of its agents, a follow-up question, and waits for the answer.',
    input: z.strictObject({
      session,
      question: text,
      to: z.string().max(200).optional().describe('One agent of the team, by its slug.'),
      wait,
    }),
    output: TeamStateResult,
    hints: { readOnlyHint: false, destructiveHint: caller.allowChanges, openWorldHint: true },
    run: async (call, request) => followUp(call, request),
  })
  tool(caller, {
    name: 'stop_team',
    title: 'Stop a team',
    description: 'Stops a team. What it has found so far stays in its session.',
    input: z.strictObject({ session }),
    output: TeamStateResult,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    run: async (_call, { session: id }) => stopTeam(caller, id),
  })
}

/** The caller's trace context, from the request's metadata. */
function traceIn({ mcpReq }: McpCall['context']): string | undefined {
  const { traceparent } = (mcpReq._meta ?? {}) as { readonly traceparent?: unknown }
  return typeof traceparent === 'string' ? traceparent : undefined
}

type Question = { readonly session: string; readonly question: string; readonly to?: string | undefined }

async function followUp(call: McpCall, { session: id, question, to }: Question) {
  const state = await sessionOf(call.caller, id)
  if (pendingAnswers(state).length > 0) throw new RefusedRequest({ code: 'team_waits', message: ONLY_USER })
  if (!mayContinue(call.caller, state)) throw new RefusedRequest({ code: 'not_allowed', message: CHANGES_FILES })
  const { command } = await askTeam(call.caller, state, { text: question, to })
  return watchForClient(call, state.id, command)
}

const ONLY_USER = 'This team waits for the user, and only the user can answer. wait_for_team says what it needs.'
const CHANGES_FILES =
  'The team of this session may change files, and you may not ask for that. Start another with run_team, or the user starts `convene mcp --allow-changes`.'
const NOT_YOURS = 'The user has started this team. Only the user can stop it.'

async function stopTeam(caller: McpCaller, id: string) {
  const { program } = caller
  const state = await sessionOf(caller, id)
  if (!isStartedByAgent(state)) throw new RefusedRequest({ code: 'not_allowed', message: NOT_YOURS })
  const stopped = await stopSession(program, state.id)
  if (!stopped.ok) throw new RefusedRequest(stopped.refusal)
  return stateResult(await teamState(program, stopped.value, true))
}
