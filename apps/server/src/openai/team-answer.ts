import {
  answerOf,
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
export async function startAnswer(program: Program, question: Question): Promise<Result<TeamAnswer>> {
  const beginning =
    question.session === undefined
      ? await newRun(program, question)
      : await followUp(program, question.session, question.goal)
  if (!beginning.ok) return beginning
  const { session, command, before } = beginning.value
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
  const driven = await drive(program, { session, command, after: number, watcher: { events } })
  if ('refusal' in driven) return { ok: false, refusal: driven.refusal }
  const result = driven.rested.then((state) => answeredIn(state, heard, before)).finally(() => driven.end())
  return { ok: true, value: { session, number, result, listen, stop: stopper(driven) } }
}

async function newRun(program: Program, { goal, model }: Question): Promise<Result<Beginning>> {
  const workspace = program.workspace
  const unattended = { readOnly: true, interactive: false, yes: true, startedOver: 'mcp' } as const
  const prepared = await prepareRun(program, { ...model, goal, ...unattended })
  if (!prepared.ok) return prepared
  const { start, unconnected, advice = 'No model is connected. Run `convene keys set`.' } = prepared.value
  if (unconnected) return refuse('no_model', advice)
  const session = (await program.ids()).next() as SessionId
  return { ok: true, value: { session, command: { type: 'create', goal, workspace, run: start } } }
}

/** A follow-up in a read-only session that a program started. The user's own sessions are off limits. */
async function followUp(program: Program, id: string, text: string): Promise<Result<Beginning>> {
  const session = SessionId.safeParse(id)
  const before = session.success ? await (await program.engine()).state(session.data) : undefined
  const isOwn = before?.workspace === program.workspace && before.run?.settings.startedOver === 'mcp'
  if (!session.success || !before?.run || !isOwn || !before.run.settings.readOnly)
    return refuse('session_not_found', `No session "${id.slice(0, 100)}" that you may continue.`)
  if (!isFinal(before.run.phase)) return refuse('busy', 'The team of this session is still working.')
  return { ok: true, value: { session: session.data, command: { type: 'message', text }, before } }
}

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
