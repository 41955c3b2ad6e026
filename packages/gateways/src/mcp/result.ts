import { facts } from '@convene/domain'
import type { TeamState as State } from '@convene/host'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** Something that only the user can answer. */
export const PendingResult = z.object({
  id: z.string(),
  kind: z.enum(['permission', 'question', 'gate']),
  what: z.string(),
})

const end = facts['run.finished'].shape

/** A team's state, as every tool that watches a team returns it. */
export const TeamStateResult = z.object({
  session: z.string().describe('Pass it to the other tools.'),
  state: z.enum(['running', 'waiting', 'paused', 'completed', 'failed', 'cancelled']),
  reason: z.string().describe('Why it ended, if it has ended.'),
  answer: z.string().describe('The result. Empty while there is none.'),
  lacks: end.lacks.describe('What is missing from the result, and who did not answer.'),
  decision: end.decision.describe('What a panel decided, by which votes.'),
  estimate: end.estimate.describe('What a panel estimated: a range, and the range of each seat.'),
  counted: z.string().describe('The numbers of the result in words. Empty if nothing was counted.'),
  proof: end.proof.describe('How much of the result checks have proven, and on whose word the rest was accepted.'),
  costUsd: z.number().nullable().describe('So far. Null if a price is unknown.'),
  rehearsal: z.boolean().describe('No model is connected: the answer quotes files and was not thought about.'),
  assumed: z.array(z.string()).describe('What was approved or answered without the user, who was not there.'),
  waiting: z.array(PendingResult).describe('What only the user can answer, in Convene.'),
  next: z.string().describe('What you can do now.'),
})

const USER_ANSWERS =
  'Tell the user what waits, and that they can answer it in Convene (`convene approvals`, or the app). You cannot. Then call wait_for_team.'

const next: { readonly [state in State['state']]: string } = {
  running: 'Call wait_for_team with this session to wait for the result.',
  waiting: USER_ANSWERS,
  paused: 'Paused by the user, who can resume it in Convene.',
  completed: 'Ask a follow-up with ask_team, or read the resource convene://sessions/{session}.',
  failed: 'Read the reason. The user can resume it with `convene resume`.',
  cancelled:
    'It ended before all of it was done: read the reason. Ask a follow-up with ask_team, or start another with run_team.',
}

/** As text for models, and as data for programs. */
export function toolResult<T extends object>(value: T, text = JSON.stringify(value, null, 2)): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...value } }
}

/** A state as text. The answer comes first, because that is what the caller wants. */
export function stateResult(state: State): CallToolResult {
  const told = { ...state, next: next[state.state] } satisfies z.input<typeof TeamStateResult>
  const { answer, session, waiting, assumed, costUsd, rehearsal, reason, counted } = state
  const cost = costUsd === null ? 'unknown cost' : `$${costUsd.toFixed(4)}`
  const lines = [
    `Session ${session}: ${state.state}${reason ? ` (${reason})` : ''}, ${cost}.`,
    ...(counted ? [`${counted}.`] : []),
    ...(rehearsal ? ['This is a rehearsal: no model is connected. Tell the user to run `convene keys set`.'] : []),
    ...assumed.map((text) => `${text}. Tell the user.`),
    ...waiting.map(({ kind, what }) => `Waits for the user (${kind}): ${what}`),
    told.next,
  ]
  return toolResult(told, [...(answer ? [answer, '---'] : []), lines.join('\n')].join('\n\n'))
}
