import {
  type Event,
  isFinal,
  markdownLine,
  type Result,
  type Run,
  refuse,
  type Session,
  SessionId,
} from '@convene/domain'
import {
  askTeam,
  type CallingProgram,
  isStartedByAgent,
  RefusedRequest,
  startTeam,
  type TeamStart,
  watchTeam,
} from '@convene/host'
import { answerOf } from '@convene/reading'
import type { TeamModel } from './team-models.ts'

/** A run that answers a chat. Nobody can be asked, so gates are approved in advance and asks are denied. */
export type TeamAnswer = {
  readonly session: SessionId
  /** Identifies the answer within its session: the number of the last event before it. */
  readonly number: number
  /** Receives a sentence per event, including past ones. */
  listen(listener: (sentence: string) => void): void
  /** The answer, or why there is none. */
  readonly result: Promise<Result<AnsweredTeam>>
  stop(): Promise<void>
}

export type AnsweredTeam = {
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

/** Starts the run, or asks the team of an earlier one. */
export async function startAnswer(caller: CallingProgram, question: Question): Promise<Result<TeamAnswer>> {
  try {
    return { ok: true, value: await driven(caller, await begin(caller, question)) }
  } catch (error) {
    if (error instanceof RefusedRequest) return refuse(error.code, error.message)
    throw error
  }
}

async function driven(caller: CallingProgram, started: TeamStart): Promise<TeamAnswer> {
  const heard: Event[] = []
  const sentences: string[] = []
  let tell = (text: string): void => void sentences.push(text)
  const listen: TeamAnswer['listen'] = (listener) => {
    tell = listener
    for (const text of sentences.splice(0)) listener(text)
  }
  const team = await watchTeam(caller, {
    ...started,
    events: (batch) => void heard.push(...batch),
    sentence: (text) => tell(text),
  })
  const { session } = started
  const { before } = team
  const ended = team.first.then(() => team.settle())
  const result = ended.then((state) => answeredIn(state, heard, before)).finally(() => team.end())
  const stop = async () => void (await team.send({ type: 'stop' }).catch(() => undefined))
  return { session, number: before?.seq ?? 0, result, listen, stop }
}

function begin(caller: CallingProgram, { goal, model, session }: Question): Promise<TeamStart> {
  return session === undefined
    ? startTeam(caller, { goal, options: model, needsModel: true })
    : followUp(caller, { id: session, text: goal })
}

/** A follow-up in a read-only session that a program started. The user's own sessions are off limits. */
async function followUp(caller: CallingProgram, { id, text }: Words): Promise<TeamStart> {
  const { program } = caller
  const session = SessionId.safeParse(id)
  const before = session.success ? await (await program.engine()).state(session.data) : undefined
  const isOwn = before?.workspace === program.workspace && isStartedByAgent(before)
  if (!before?.run || !isOwn || !before.run.settings.readOnly)
    throw new RefusedRequest({
      code: 'session_not_found',
      message: `No session "${id.slice(0, 100)}" that you may continue.`,
    })
  if (!isFinal(before.run.phase))
    throw new RefusedRequest({ code: 'busy', message: 'The team of this session is still working.' })
  return askTeam(caller, before, { text })
}

type Words = { readonly id: string; readonly text: string }

function answeredIn(
  session: Session | undefined,
  events: readonly Event[],
  before: Session | undefined,
): Result<AnsweredTeam> {
  if (!session) return refuse('team_failed', 'The session of this team was deleted.')
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
function aboutEnd({ phase, finished }: Run): AnsweredTeam['about'] {
  const { reason = '', lacks, decision, estimate, proof } = finished ?? {}
  return {
    ...{ state: phase, reason },
    ...(lacks && { lacks: JSON.stringify(lacks) }),
    ...(decision && { decision: JSON.stringify(decision) }),
    ...(estimate && { estimate: JSON.stringify(estimate) }),
    ...(proof && { proof: JSON.stringify(proof) }),
  }
}
