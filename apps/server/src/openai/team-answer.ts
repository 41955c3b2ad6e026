import {
  type Command,
  type Event,
  isFinal,
  markdownLine,
  type Result,
  type Run,
  refuse,
  type Session,
  SessionId,
} from '@convene/domain'
import { type Drive, drive, type Program, prepareRun } from '@convene/host'
import { answerOf } from '@convene/reading'
import type { AgentBudget } from '../mcp/budget.ts'
import { Refused } from '../mcp/refused.ts'
import { sentenceFor } from '../mcp/sentence.ts'
import type { TeamModel } from './team-models.ts'

/** A run that answers a chat. Nobody can be asked, so gates are approved in advance and asks are denied. */
export type TeamAnswer = {
  readonly session: SessionId
  /** Identifies the answer within its session: the number of the last event before it. */
  readonly number: number
  /** Receives a sentence per event, including past ones. */
  listen(listener: (sentence: string) => void): void
  /** The answer, or why there is none. */
  readonly result: Promise<Result<Answered>>
  stop(): Promise<void>
}

export type Answered = {
  readonly text: string
  readonly input: number
  readonly output: number
  /** A limit cut it short. */
  readonly isCut: boolean
  /** How the run ended, what is missing and what was decided, for the answer's metadata. Empty after a follow-up. */
  readonly about: { readonly [name: string]: string }
}

type Question = {
  readonly goal: string
  readonly model: TeamModel
  /** The session to continue. */
  readonly session: string | undefined
}

type Beginning = { readonly session: SessionId; readonly command: Command; readonly before?: Session }

/** Starts the run. */
export async function startAnswer(
  program: Program,
  budget: AgentBudget,
  question: Question,
): Promise<Result<TeamAnswer>> {
  const beginning =
    question.session === undefined
      ? await newRun(program, budget, question)
      : await followUp(program, budget, { id: question.session, text: question.goal })
  if (!beginning.ok) return beginning
  const { session } = beginning.value
  return driven(program, beginning.value).finally(() => budget.settled(session))
}

async function driven(program: Program, { session, command, before }: Beginning): Promise<Result<TeamAnswer>> {
  const number = before?.seq ?? 0
  const heard: Event[] = []
  let tell = (_: Event): void => undefined
  const events = (batch: readonly Event[]) => {
    heard.push(...batch)
    for (const event of batch) tell(event)
  }
  const listen: TeamAnswer['listen'] = (listener) => {
    tell = (event) => {
      const sentence = sentenceFor(event)
      if (sentence !== undefined) listener(sentence)
    }
    for (const event of heard) tell(event)
  }
  const run = await drive(program, { session, command, after: number, watcher: { events } })
  if ('refusal' in run) return { ok: false, refusal: run.refusal }
  const result = run.rested.then((state) => answeredIn(state, heard, before)).finally(() => run.end())
  return { ok: true, value: { session, number, result, listen, stop: stopper(run) } }
}

async function newRun(program: Program, budget: AgentBudget, { goal, model }: Question): Promise<Result<Beginning>> {
  const workspace = program.workspace
  const unattended = { readOnly: true, interactive: false, yes: true, startedOver: 'mcp' } as const
  const prepared = await prepareRun(program, { ...model, goal, ...unattended })
  if (!prepared.ok) return prepared
  const { start, unconnected, advice = 'No model is connected. Run `convene keys set`.' } = prepared.value
  if (unconnected) return refuse('no_model', advice)
  const session = (await program.ids()).next() as SessionId
  const command = { type: 'create', goal, workspace, run: start, caller: CALLER } as const
  const counted = await orRefusal(budget.start(program, session, async () => command))
  return counted.ok ? { ok: true, value: { session, command } } : counted
}

/** A follow-up in a read-only session that a program started. The user's own sessions are off limits. */
async function followUp(program: Program, budget: AgentBudget, { id, text }: Words): Promise<Result<Beginning>> {
  const session = SessionId.safeParse(id)
  const before = session.success ? await (await program.engine()).state(session.data) : undefined
  const isOwn = before?.workspace === program.workspace && before.run?.settings.startedOver === 'mcp'
  if (!session.success || !before?.run || !isOwn || !before.run.settings.readOnly)
    return refuse('session_not_found', `No session "${id.slice(0, 100)}" that you may continue.`)
  if (!isFinal(before.run.phase)) return refuse('busy', 'The team of this session is still working.')
  const counted = await orRefusal(budget.ask(program, before))
  if (!counted.ok) return counted
  return { ok: true, value: { session: session.data, command: { type: 'message', text, caller: CALLER }, before } }
}

type Words = { readonly id: string; readonly text: string }

/** Requests in this dialect do not say which program sends them. */
const CALLER = 'over the OpenAI API'

const orRefusal = <T>(counted: Promise<T>): Promise<Result<T>> =>
  counted.then(
    (value) => ({ ok: true, value }),
    (error) => {
      if (error instanceof Refused) return refuse('too_expensive', error.message)
      throw error
    },
  )

const stopper = (driven: Drive) => async (): Promise<void> => {
  await driven.send({ type: 'stop' }).catch(() => undefined)
}

function answeredIn(session: Session, events: readonly Event[], before: Session | undefined): Result<Answered> {
  const { run, spent } = session
  if (!run || !isFinal(run.phase)) return refuse('team_waits', `The team is waiting for you in session ${session.id}.`)
  const text = answerOf(session, events)
  if (text === '')
    return refuse(
      'team_failed',
      `The team gave no answer: ${before ? 'see the session' : markdownLine(run.finished?.summary ?? '') || run.finished?.reason || run.phase}`,
    )
  const { input = 0, output = 0 } = before?.spent ?? {}
  const used = { input: spent.input - input, output: spent.output - output }
  const isCut = !before && run.phase === 'cancelled' && (run.finished?.reason.startsWith('limit:') ?? false)
  return { ok: true, value: { text, ...used, isCut, about: before ? {} : aboutEnd(run) } }
}

/** Metadata of this API are texts, so data is JSON in them. */
function aboutEnd({ phase, finished }: Run): Answered['about'] {
  const { reason = '', lacks, decision } = finished ?? {}
  return {
    ...{ state: phase, reason },
    ...(lacks && { lacks: JSON.stringify(lacks) }),
    ...(decision && { decision: JSON.stringify(decision) }),
  }
}
