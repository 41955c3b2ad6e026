import {
  answerOf,
  type Command,
  type Event,
  isFinal,
  type Result,
  refuse,
  type Session,
  type SessionId,
} from '@convene/domain'
import { type Drive, drive, type Program, prepareRun } from '@convene/host'
import { sentenceFor } from '../mcp/sentence.ts'
import type { TeamModel } from './team-models.ts'

/** A run that answers a chat. Nobody can be asked: gates are passed beforehand, and what would need an approval is denied. */
export type TeamAnswer = {
  readonly session: SessionId
  /** Hears one sentence for each thing that happens, and has happened. */
  listen(listener: (sentence: string) => void): void
  /** The answer, or why there is none. */
  readonly result: Promise<Result<Answered>>
  stop(): Promise<void>
}

export type Answered = { readonly text: string; readonly input: number; readonly output: number }

/** Starts it. */
export async function startAnswer(
  program: Program,
  { goal, model }: { readonly goal: string; readonly model: TeamModel },
): Promise<Result<TeamAnswer>> {
  const workspace = program.workspace
  const unattended = { readOnly: true, interactive: false, yes: true }
  const prepared = await prepareRun(program, { ...model, goal, ...unattended, directory: workspace })
  if (!prepared.ok) return prepared
  const { start, unconnected, advice = 'No model is connected. Run `convene keys set`.' } = prepared.value
  if (unconnected) return refuse('no_model', advice)
  const session = (await program.ids()).next() as SessionId
  const command: Command = { type: 'create', goal, workspace, run: start }
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
  const driven = await drive(program, { session, command, watcher: { events } })
  if ('refusal' in driven) return { ok: false, refusal: driven.refusal }
  const result = driven.rested.then((state) => answeredIn(state, heard)).finally(() => driven.end())
  return { ok: true, value: { session, result, listen, stop: stopper(driven) } }
}

const stopper = (driven: Drive) => async (): Promise<void> => {
  await driven.send({ type: 'stop' }).catch(() => undefined)
}

function answeredIn(session: Session, events: readonly Event[]): Result<Answered> {
  const { run } = session
  if (!run || !isFinal(run.phase)) return refuse('team_waits', `The team waits for you in session ${session.id}.`)
  const text = answerOf(session, events)
  if (run.phase !== 'completed' && text === '')
    return refuse(
      'team_failed',
      `The team gave no answer: ${run.finished?.summary || run.finished?.reason || run.phase}`,
    )
  return { ok: true, value: { text, input: run.spent.input, output: run.spent.output } }
}
