import { type Command, type Event, isFinal, type Session, type SessionId, toWire } from '@convene/domain'
import { type Drive, drive, type Program, waitsForAnswers } from '@convene/host'
import { answerOf, answersToQuestions } from '@convene/reading'
import { answeringByCallbacks, type Callbacks, openQuestions } from './answering.ts'
import { refuseOtherThanText } from './check-options.ts'
import { ConveneError } from './error.ts'
import type { RunEvent } from './run-event.ts'
import type { RunOptions, RunResult, TeamRun } from './types.ts'

type Begun = {
  readonly session: SessionId
  readonly command?: Command | undefined
  readonly after?: number
  readonly isRehearsal: boolean
}
type Options = Callbacks & Pick<RunOptions, 'signal'>

/** Drives a session and emits its events, in order and each once. */
export async function startTeamRun(program: Program, begun: Begun, options: Options): Promise<TeamRun> {
  const { session, command, after = 0 } = begun
  const heard: Event[] = []
  const events = eventQueue()
  const { handle, thrown } = answeringByCallbacks(program, session, options, command?.type === 'create')
  const driving = drive(program, {
    session,
    command,
    after,
    watcher: {
      answers: options.onAsk !== undefined || options.onQuestion !== undefined,
      events: (batch) => {
        heard.push(...batch)
        for (const event of batch) events.push(toWire(event) as RunEvent)
      },
      // If the answer does not arrive, the session keeps waiting, and somebody else can answer it.
      waiting: (pending, _state, settled) => void handle(driving, pending, settled).catch(() => {}),
    },
  })
  const driven = await driving
  if ('refusal' in driven) throw new ConveneError(driven.refusal)
  const stop = async () => void (await driven.send({ type: 'stop' }))
  const forget = onAbort(options.signal, () => void stop().catch(() => {}))
  let isOver = false
  const result = driven.rested
    .then(async (state) => {
      const result = resultOf(state, [...(await earlier(program, begun)), ...heard], begun.isRehearsal)
      if (result.state !== 'waiting') return result
      return { ...result, pending: openQuestions(state), ...(thrown.length > 0 && { error: thrown.at(-1) }) }
    })
    .finally(() => {
      isOver = true
      forget()
      driven.end()
      events.end()
    })
  // For a caller that only iterates, an unhandled rejection must not end the process.
  result.catch(() => {})
  return {
    session,
    result,
    stop,
    message: (text, to) => sendMessage(driven, { text, to, isOver }),
    [Symbol.asyncIterator]: () => events.iterate(),
  }
}

type Message = { readonly text: string; readonly to: string | undefined; readonly isOver: boolean }

async function sendMessage(driven: Drive, { text, to, isOver }: Message): Promise<void> {
  refuseOtherThanText(text, 'message')
  if (isOver) throw new ConveneError(OVER)
  const [refused] = await driven.send({ type: 'message', text, ...(to !== undefined && { to }) })
  if (refused !== undefined) throw new ConveneError({ code: 'message_refused', message: refused })
}

/** Nobody here would read the answer. */
const OVER = { code: 'run_over', message: 'The run has ended. To ask its team, use team.ask(session, question).' }

/** Returns a function that stops listening. An already aborted signal stops at once. */
function onAbort(signal: AbortSignal | undefined, stop: () => void): () => void {
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  return () => signal?.removeEventListener('abort', stop)
}

/** Events from before a session was continued are part of its result, but nobody iterates over them again. */
async function earlier(program: Program, { session, command, after = 0 }: Begun): Promise<readonly Event[]> {
  if (after === 0 || command?.type === 'message') return []
  return (await (await program.store()).log.read(session)).filter(({ seq }) => seq <= after)
}

function resultOf(session: Session, events: readonly Event[], rehearsal: boolean): RunResult {
  const { run } = session
  const decision = run?.finished?.decision
  const spent = run?.spent
  return {
    session: session.id,
    state: run && isFinal(run.phase) && !waitsForAnswers(session) ? (run.phase as 'completed') : 'waiting',
    reason: run?.finished?.reason ?? '',
    answer: answerOf(session, events),
    answers: answersToQuestions(session, events).map(({ agent, text }) => ({ agent, text })),
    ...(decision && { decision }),
    ...(run?.finished?.estimate && { estimate: run.finished.estimate }),
    ...(run?.finished?.lacks && { lacks: run.finished.lacks }),
    ...(run?.finished?.proof && { proof: run.finished.proof }),
    warnings: events.flatMap(({ type, data }) =>
      type === 'warning' ? [{ code: data.code, message: data.message }] : [],
    ),
    tokens: (spent?.input ?? 0) + (spent?.output ?? 0),
    costUsd: spent?.unpriced === 0 ? spent.costUsd : null,
    rehearsal,
  }
}

/** Events that wait for an iteration. Each iteration sees all of them. */
function eventQueue() {
  const all: RunEvent[] = []
  let isOver = false
  let more = Promise.withResolvers<void>()
  const wake = () => {
    more.resolve()
    more = Promise.withResolvers<void>()
  }
  return {
    push: (event: RunEvent) => {
      all.push(event)
      wake()
    },
    end: () => {
      isOver = true
      wake()
    },
    async *iterate(): AsyncGenerator<RunEvent> {
      for (let next = 0; ; ) {
        const event = all[next]
        if (event) {
          next += 1
          yield event
        } else if (isOver) return
        else await more.promise
      }
    },
  }
}
