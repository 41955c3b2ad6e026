import { askLine, type Event, facts, isFinal, isPaused, type Session, seatsOf } from '@convene/domain'
import { readPublic } from '@convene/engine'
import {
  type PendingAnswer,
  type Program,
  shownId,
  textWithoutSecrets,
  waitingIn,
  waitsForAnswers,
} from '@convene/host'
import { answerOf } from '@convene/reading'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { assumedIn } from './assumed.ts'

/** Something that only the user can answer. */
export const Pending = z.object({
  id: z.string(),
  kind: z.enum(['permission', 'question', 'gate']),
  what: z.string(),
})

const end = facts['run.finished'].shape

/** A team's state, as every tool that watches a team returns it. */
export const TeamState = z.object({
  session: z.string().describe('Pass it to the other tools.'),
  state: z.enum(['running', 'waiting', 'paused', 'completed', 'failed', 'cancelled']),
  reason: z.string().describe('Why it ended, if it has ended.'),
  answer: z.string().describe('The result. Empty while there is none.'),
  lacks: end.lacks.describe('What is missing from the result, and who did not answer.'),
  decision: end.decision.describe('What a panel decided, by which votes.'),
  costUsd: z.number().nullable().describe('So far. Null if a price is unknown.'),
  rehearsal: z.boolean().describe('No model is connected: the answer quotes files and was not thought about.'),
  assumed: z.array(z.string()).describe('What was approved or answered without the user, who was not there.'),
  waiting: z.array(Pending).describe('What only the user can answer, in Convene.'),
  next: z.string().describe('What you can do now.'),
})
export type TeamState = z.infer<typeof TeamState>

/** Clients silently cut results that are too long for them. Shortening the answer ourselves says so. */
const MOST_ANSWER = 60_000

/**
 * The stored state. `isOver`: nothing is running here, whatever the last phase was. `read`: selects the events that the
 * answer is read from.
 */
export async function teamState(
  program: Program,
  session: Session,
  isOver: boolean,
  read = () => lastTurn(program, session),
): Promise<TeamState> {
  const { run } = session
  const state = wordFor(session, isOver)
  const hasEnded = state !== 'running'
  const events: readonly Event[] = hasEnded ? await read() : []
  const models = run?.settings.models ?? {}
  const { environment } = await program.withKeys()
  const isOfRun = events.some(({ type }) => type === 'run.finished')
  const answer = answerOf(session, events) || (isOfRun && run?.finished?.summary) || ''
  return {
    session: session.id,
    state,
    reason: (isOver && run?.finished?.reason) || '',
    ...(isOfRun && run?.finished?.lacks && { lacks: run.finished.lacks }),
    ...(isOfRun && run?.finished?.decision && { decision: run.finished.decision }),
    // Secrets are removed before shortening, because half a key would not be recognized.
    answer: shortened(textWithoutSecrets(answer, environment)),
    costUsd: run?.spent.unpriced === 0 ? run.spent.costUsd : null,
    rehearsal: run !== null && seatsOf(run.team).some(({ model }) => models[model]?.rehearsal),
    assumed: assumedIn(events),
    waiting: waitingIn(session).flatMap((each) =>
      each.pending.kind === 'vote' ? [] : [{ id: shownId(each), ...waitingFor(each.pending) }],
    ),
    next: nextFor(state),
  }
}

const lastTurn = async (program: Program, { id }: Session): Promise<readonly Event[]> =>
  sinceFollowUp(await readPublic((await program.store()).log, id, { after: 0 }))

/** The events since the last follow-up question, if there was one. */
export function sinceFollowUp(events: readonly Event[]): readonly Event[] {
  const end = events.findLastIndex(({ type }) => type === 'run.finished')
  const start = events.findLastIndex(({ type }) => type === 'run.started')
  const asked = events.findLastIndex((event) => event.type === 'message' && event.data.role === 'user')
  return end > start && asked > end ? events.slice(asked) : events
}

function wordFor(session: Session, isOver: boolean): TeamState['state'] {
  if (waitsForAnswers(session)) return 'waiting'
  if (isPaused(session)) return 'paused'
  const phase = session.run?.phase ?? 'idle'
  return isOver && isFinal(phase) ? (phase as TeamState['state']) : 'running'
}

/** A pending request as text. */
export function waitingFor(pending: PendingAnswer): Omit<TeamState['waiting'][number], 'id'> {
  if (pending.kind === 'ask') return { kind: 'permission', what: askLine(pending.ask) }
  const { gate, question, text } = pending.question
  const what = [question, text].filter((part) => part !== '').join('\n\n')
  return { kind: gate === null ? 'question' : 'gate', what }
}

const shortened = (text: string): string =>
  text.length <= MOST_ANSWER
    ? text
    : `${text.slice(0, MOST_ANSWER)}\n\n[Cut. The whole text is the resource convene://sessions/…/report.]`

const USER_ANSWERS =
  'Tell the user what waits, and that they can answer it in Convene (`convene approvals`, or the app). You cannot. Then call wait_for_team.'

const next: { readonly [state in TeamState['state']]: string } = {
  running: 'Call wait_for_team with this session to wait for the result.',
  waiting: USER_ANSWERS,
  paused: 'Paused by the user, who can resume it in Convene.',
  completed: 'Ask a follow-up with ask_team, or read the resource convene://sessions/{session}.',
  failed: 'Read the reason. The user can resume it with `convene resume`.',
  cancelled:
    'It ended before all of it was done: read the reason. Ask a follow-up with ask_team, or start another with run_team.',
}

const nextFor = (state: TeamState['state']): string => next[state]

/** As text for models, and as data for programs. */
export function toolResult<T extends object>(value: T, text = JSON.stringify(value, null, 2)): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: { ...value } }
}

/** A state as text. The answer comes first, because that is what the caller wants. */
export function stateResult(state: TeamState): CallToolResult {
  const { answer, session, waiting, assumed, costUsd, rehearsal, reason } = state
  const cost = costUsd === null ? 'unknown cost' : `$${costUsd.toFixed(4)}`
  const told = [
    `Session ${session}: ${state.state}${reason ? ` (${reason})` : ''}, ${cost}.`,
    ...(rehearsal ? ['This is a rehearsal: no model is connected. Tell the user to run `convene keys set`.'] : []),
    ...assumed.map((text) => `${text}. Tell the user.`),
    ...waiting.map(({ kind, what }) => `Waits for the user (${kind}): ${what}`),
    state.next,
  ]
  return toolResult(state, [...(answer ? [answer, '---'] : []), told.join('\n')].join('\n\n'))
}
