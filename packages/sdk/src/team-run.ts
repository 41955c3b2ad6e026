import { answerOf, type Command, type Event, isFinal, type Session, type SessionId, toWire } from '@convene/domain'
import { type Drive, drive, type PendingAnswer, type Program, waitsForAnswers } from '@convene/host'
import { ConveneError } from './error.ts'
import type { RunEvent, RunOptions, RunResult, TeamRun } from './types.ts'

type Begun = {
  readonly session: SessionId
  readonly command?: Command | undefined
  readonly after?: number
  readonly isRehearsal: boolean
}
type Answering = Pick<RunOptions, 'onAsk' | 'onQuestion' | 'signal'>

/** Drives a session and hands its events out, in order and each once. */
export async function startRun(program: Program, begun: Begun, options: Answering): Promise<TeamRun> {
  const { session, command, after = 0 } = begun
  const heard: Event[] = []
  const events = eventQueue()
  const driving = drive(program, {
    session,
    command,
    after,
    watcher: {
      answers: options.onAsk !== undefined || options.onQuestion !== undefined,
      events: (batch) => {
        heard.push(...batch)
        for (const event of batch) events.push(toWire(event))
      },
      // If the answer does not arrive, the session keeps waiting, and somebody else can answer it.
      waiting: (pending) => void answer(driving, pending, options).catch(() => {}),
    },
  })
  const driven = await driving
  if ('refusal' in driven) throw new ConveneError(driven.refusal)
  const stop = async () => void (await driven.send({ type: 'stop' }))
  const abort = () => void stop().catch(() => {})
  options.signal?.addEventListener('abort', abort, { once: true })
  if (options.signal?.aborted) abort()
  const result = driven.rested
    .then(async (state) => resultOf(state, [...(await earlier(program, begun)), ...heard], begun.isRehearsal))
    .finally(() => {
      options.signal?.removeEventListener('abort', abort)
      driven.end()
      events.end()
    })
  // A caller that only iterates must not end the process with a rejection that nobody heard.
  result.catch(() => {})
  return {
    session,
    result,
    stop,
    message: async (text, to) => void (await driven.send({ type: 'message', text, ...(to !== undefined && { to }) })),
    [Symbol.asyncIterator]: () => events.iterate(),
  }
}

/** Passes on what the caller decides. Where there is nobody to decide, or the callback throws, nothing is answered. */
async function answer(
  driving: Promise<Drive | { readonly refusal: unknown }>,
  pending: PendingAnswer,
  { onAsk, onQuestion }: Answering,
): Promise<void> {
  const driven = await driving
  if ('refusal' in driven) return
  if (pending.kind === 'ask') {
    if (!onAsk) return
    const { chain, tool, resource, ask } = pending.ask
    const asked = { agent: chain.at(-1) ?? '', tool, resource }
    // Denied unless allowed: also by a callback that throws or returns nothing.
    const given = await decided(() => onAsk(asked), 'deny')
    await driven.send({ type: 'permit', ask, answer: given, by: 'user' })
    return
  }
  const { id, question, options, gate, text } = pending.question
  if (!onQuestion) {
    // The run may ask because there is an `onAsk`; its questions are left to the agent all the same.
    if (gate === null && onAsk) await driven.send({ type: 'answer', text: ASSUME, question: id, by: 'user' })
    return
  }
  const asked = { question, options, text, ...(gate !== null && { gate }) }
  const said = await decided<string | undefined>(() => onQuestion(asked), undefined)
  if (said === undefined) return
  if (gate === null) await driven.send({ type: 'answer', text: said, question: id, by: 'user' })
  else if (said === 'approve') await driven.send({ type: 'approve', gate: id, by: 'user' })
  else await driven.send({ type: 'reject', gate: id, feedback: said, by: 'user' })
}

const ASSUME = 'Proceed with your best assumptions.'

/** A callback that throws or returns nothing decides nothing: the safe answer is given. */
async function decided<T>(ask: () => T | Promise<T>, otherwise: T): Promise<T> {
  try {
    return (await ask()) ?? otherwise
  } catch {
    return otherwise
  }
}

/** What happened before a session was continued is part of its result, but nobody iterates over it again. */
async function earlier(program: Program, { session, command, after = 0 }: Begun): Promise<readonly Event[]> {
  if (after === 0 || command !== undefined) return []
  return (await (await program.store()).log.read(session)).filter(({ seq }) => seq <= after)
}

function resultOf(session: Session, events: readonly Event[], rehearsal: boolean): RunResult {
  const { run } = session
  const committed = events.findLast((event) => event.type === 'decision.committed')
  const decision = committed?.type === 'decision.committed' ? committed.data : undefined
  const spent = run?.spent
  return {
    session: session.id,
    state: run && isFinal(run.phase) && !waitsForAnswers(session) ? (run.phase as 'completed') : 'waiting',
    reason: run?.finished?.reason ?? '',
    answer: answerOf(session, events),
    ...(decision?.option != null && {
      decision: { option: decision.option || null, how: decision.how, votes: { ...decision.votes } },
    }),
    tokens: (spent?.input ?? 0) + (spent?.output ?? 0),
    costUsd: spent?.unpriced === 0 ? spent.costUsd : null,
    rehearsal,
  }
}

/** Events that wait until somebody iterates. Each iteration sees all of them. */
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
