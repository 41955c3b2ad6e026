import { type Command, isFinal, isPaused, type Session, type SessionId } from '@convene/domain'
import { mayContinue, RefusedRequest, sessionOf, teamState, waitsForAnswers, watchTeam } from '@convene/host'
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { McpCall } from './caller.ts'
import { elicited, elicitedAnswer, roundOf } from './elicit.ts'
import { stateResult } from './result.ts'

export type WatchResult = CallToolResult | InputRequiredResult

/**
 * Starts or continues a session and waits until it rests, needs the user, or the caller's wait time is over. The
 * session continues after that, even if the caller gives up.
 */
export async function watchForClient(call: McpCall, id: SessionId, command?: Command): Promise<WatchResult> {
  const { program } = call.caller
  const before = await (await program.engine()).state(id)
  const onlyWatch = command === undefined && before !== undefined && !mayContinue(call.caller, before)
  const team = await watchTeam(call.caller, {
    ...{ session: id, command, onlyWatch, sentence: progressOf(call) },
    isAnswered: (pending) => pending.id === roundOf(call)?.pending,
  })
  try {
    const first = await Promise.race([team.first, waited(call)])
    const state = await team.settle()
    if (!state) throw new RefusedRequest({ code: 'session_not_found', message: 'This session was deleted.' })
    if (onlyWatch && first !== undefined && isInterrupted(state))
      throw new RefusedRequest({ code: 'interrupted', message: INTERRUPTED })
    const asked = first !== undefined && 'kind' in first ? await elicited(call, state, first) : undefined
    return asked ?? stateResult(await teamState(program, state, first !== undefined))
  } finally {
    team.end()
  }
}

const INTERRUPTED =
  'This team was interrupted, and you did not start it. Tell the user that they can continue it with `convene resume`.'

const isInterrupted = (session: Session): boolean =>
  !waitsForAnswers(session) && !isPaused(session) && !isFinal(session.run?.phase ?? 'completed')

/** Handles a repeated call that carries the user's answer to our question. Undefined if it is a new call. */
export async function answered(call: McpCall): Promise<WatchResult | undefined> {
  const round = roundOf(call)
  if (!round) return undefined
  const session = await sessionOf(call.caller, round.session)
  const command = elicitedAnswer(call, round, session)
  if (command || !isStill(session, round.pending)) return watchForClient(call, session.id, command)
  // A closed form is not shown again. The agent tells the user where to answer instead.
  return stateResult(await teamState(call.caller.program, session, false))
}

const isStill = (session: Session, pending: string): boolean =>
  Object.hasOwn(session.asks, pending) || Object.hasOwn(session.questions, pending)

/** Resolves when the caller no longer waits. */
function waited({ context, wait }: McpCall): Promise<undefined> {
  return new Promise((resolve) => {
    const { signal } = context.mcpReq
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve(undefined)
    }
    const timer = setTimeout(end, wait * 1_000)
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
}

/** Reports progress if the caller wants it. Clients extend their timeouts when they receive it. */
function progressOf({ context }: McpCall): (message: string) => void {
  const token = context.mcpReq._meta?.progressToken
  let progress = 0
  return (message) => {
    if (token === undefined) return
    progress += 1
    const params = { progressToken: token, progress, message }
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
