import type { AgentContext, ClientCapabilities, ContentBlock, PromptResponse } from '@agentclientprotocol/sdk'
import { askLine, type Event, type Facts, type Session } from '@convene/domain'
import { type Drive, drive, type PendingAnswer, type Watcher } from '@convene/host'
import { answerOf } from '@convene/reading'
import { type AskingClient, askClient } from './ask-client.ts'
import { type EditorDefaults, type EditorSession, type PromptMeaning, wantedBy } from './editor-session.ts'
import { textOfBlocks, withFiles } from './prompt-files.ts'
import { type ClientTeller, tellClient } from './tell-client.ts'

export type Prompting = {
  readonly client: AgentContext
  readonly session: EditorSession
  readonly defaults: EditorDefaults
  readonly capabilities: ClientCapabilities
}

/** Aborted by a cancel, which may come at any time. */
type Stoppable = Prompting & { readonly stopping: AbortSignal }

const cancelled: PromptResponse = { stopReason: 'cancelled' }

/** Answers one prompt, until the run has ended or waits for something that the editor cannot ask. */
export async function answerPrompt(prompting: Prompting, blocks: readonly ContentBlock[]): Promise<PromptResponse> {
  const { session } = prompting
  const stopping = new AbortController()
  const answered = Promise.withResolvers<void>()
  // Before anything is awaited: a cancel or a second prompt may be the next message.
  session.stop = () => {
    stopping.abort()
    return answered.promise
  }
  try {
    return await answer({ ...prompting, stopping: stopping.signal }, blocks)
  } finally {
    session.stop = undefined
    answered.resolve()
  }
}

async function answer(prompting: Stoppable, blocks: readonly ContentBlock[]): Promise<PromptResponse> {
  const { client, session, defaults, stopping } = prompting
  const teller = tellClient(client, session.id)
  const asked = await wantedBy(session, defaults, textOfBlocks(blocks))
  const wanted = await withFiles(session, asked, blocks)
  if (stopping.aborted) return cancelled
  const said = wanted.ok ? ('say' in wanted.value ? wanted.value.say : undefined) : wanted.refusal.message
  if (said !== undefined) teller.say(said)
  if (!wanted.ok || 'say' in wanted.value) return { stopReason: 'end_turn' }
  return carryOut(prompting, wanted.value, teller)
}

async function carryOut(
  prompting: Stoppable,
  { command, warnings }: Exclude<PromptMeaning, { say: string }>,
  teller: ClientTeller,
): Promise<PromptResponse> {
  const { program, id } = prompting.session
  for (const warning of warnings) teller.thought(warning)
  const before = await (await program.engine()).state(id)
  if (prompting.stopping.aborted) return cancelled
  if (before) teller.knows(before)
  const events: Event[] = []
  const stuck = Promise.withResolvers<PendingAnswer>()
  const watcher: Watcher = {
    events: (batch) => {
      events.push(...batch)
      teller.events(batch)
    },
    delta: teller.delta,
    notice: teller.thought,
    answers: true,
    waiting: async (pending, _, settled) => {
      const asking = { ...prompting, sessionId: id, settled }
      if (!(await passAnswer(pending, asking, teller, () => starting))) stuck.resolve(pending)
    },
  }
  const starting = drive(program, { session: id, command, after: before?.seq ?? 0, watcher })
  const driven = await starting
  if (!('refusal' in driven)) return ended(prompting, { driven, teller, events, before, stuck: stuck.promise })
  teller.say(driven.refusal.message)
  return { stopReason: 'end_turn' }
}

/** False if it still waits: without an answer, or if the answer cannot be stored. Nobody would catch a rejection. */
async function passAnswer(
  pending: PendingAnswer,
  asking: AskingClient,
  teller: ClientTeller,
  starting: () => ReturnType<typeof drive>,
): Promise<boolean> {
  try {
    const command = await askClient(pending, asking).catch(() => undefined)
    const driven = await starting()
    if (asking.settled.aborted || 'refusal' in driven) return true
    if (!command) return false
    const ask = pending.kind === 'ask' ? pending.ask : undefined
    for (const text of await driven.send(command, ask)) teller.thought(text)
    return true
  } catch (error) {
    teller.thought(error instanceof Error ? error.message : String(error))
    return false
  }
}

type Ending = {
  readonly driven: Drive
  readonly teller: ClientTeller
  readonly events: readonly Event[]
  readonly stuck: Promise<PendingAnswer>
  /** The session before the prompt. */
  readonly before: Session | undefined
}

async function ended(
  { session, stopping }: Stoppable,
  { driven, teller, events, before, stuck }: Ending,
): Promise<PromptResponse> {
  const stopped = abortOf(stopping).then(async () => {
    await (await session.program.engine()).send(session.id, { type: 'stop' })
    return 'stopped' as const
  })
  try {
    const first = await Promise.race([driven.rested, stuck, stopped])
    // An editor that cancels also closes its questions, which by itself would only end the turn.
    if (stopping.aborted) await stopped
    const state = await driven.settle()
    if (first === 'stopped' || stopping.aborted || !state) return cancelled
    const pending = 'kind' in first ? first : undefined
    const text = pending ? questionText(pending) : answerOf(state, events) || endText(state)
    teller.close(text, pending !== undefined, state)
    const usage = usageOf(state, before)
    return { stopReason: stopReasonOf(state.run?.finished ?? null), ...usage, _meta: metaOf(state, pending) }
  } finally {
    driven.end()
  }
}

/** The prompt's usage: a field that clients know and the stable schema does not have yet. */
const usageOf = ({ spent }: Session, before: Session | undefined): object => {
  const inputTokens = spent.input - (before?.spent.input ?? 0)
  const outputTokens = spent.output - (before?.spent.output ?? 0)
  return { usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens } }
}

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })

/** A run without a result says how it ended. */
const endText = ({ run }: Session): string => run?.finished?.summary || (run?.phase === 'paused' ? 'Paused.' : '')

/** How a run's end is called in this protocol. */
export function stopReasonOf(
  end: Pick<Facts['run.finished'], 'state' | 'reason'> | null,
): PromptResponse['stopReason'] {
  const [kind, limit = ''] = end?.reason.split(':') ?? []
  if (end?.state === 'cancelled') return 'cancelled'
  if (kind !== 'limit') return 'end_turn'
  return ['tokens', 'length'].includes(limit) ? 'max_tokens' : 'max_turn_requests'
}

const metaOf = ({ run }: Session, pending: PendingAnswer | undefined) => ({
  'convene/state': run?.phase ?? 'idle',
  ...(run?.finished && { 'convene/reason': run.finished.reason }),
  ...(pending && { 'convene/waiting': pending.kind === 'ask' ? 'permission' : (pending.question.gate ?? 'question') }),
})

function questionText(pending: PendingAnswer): string {
  if (pending.kind === 'ask')
    return `Waiting for your permission: ${askLine(pending.ask)}. Send any message to be asked again, or use \`convene approvals\`.`
  const { question, text, gate, options } = pending.question
  const how = gate === null ? 'Answer with your next message.' : 'Use /approve, or /reject and say what should change.'
  const choices = options.length > 0 && gate === null ? [options.map((option) => `- ${option}`).join('\n')] : []
  return [question, ...(text ? [text] : []), ...choices, how].join('\n\n')
}
