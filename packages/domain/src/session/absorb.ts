import { isBlank } from '../answer/blank.ts'
import { keptThought, thoughtsApart } from '../answer/thought.ts'
import type { CaptureEffect, Effect, ModelEffect, Outcome, ToolEffect } from '../effect/effect.ts'
import type { MergeConflict } from '../event/build-facts.ts'
import { type EventPlace, type Fact, fact } from '../event/event.ts'
import type { Modes } from '../modes/modes.ts'
import type { CallId } from '../shared/ids.ts'
import { type Session, seatOf } from '../state/session.ts'
import { mayMakeRoom } from '../task/compact.ts'
import { tokensPerEstimate } from '../task/token-count.ts'
import { numberText } from '../text/amounts.ts'
import type { ToolCall } from '../tool/tool.ts'
import { costOf, estimateTokens, type Usage } from '../usage/usage.ts'
import { checkEnded } from './check-ended.ts'
import { declaredIn } from './declared-in.ts'
import { backOff, isLastTry, retryAdvice } from './retry.ts'
import { withoutProhibited } from './withhold.ts'

/** How an effect ended, as facts. No clock: facts contain durations to wait, and the fold adds the time. */
export function absorb(session: Session, effect: Effect, outcome: Outcome, modes: Modes): readonly Fact[] {
  switch (effect.kind) {
    case 'model': {
      const end = outcome.kind === 'reply' ? inText(session, effect, thoughtsApart(outcome), modes) : outcome
      return withoutProhibited(session, effect.task, modelEnded(session, effect, end))
    }
    case 'tool':
      return toolEnded(session, effect, outcome)
    case 'inspect': {
      const call = session.tasks[effect.task]?.calls.find(({ id }) => id === effect.call)
      if (call?.at.stage !== 'wanted') return []
      return inspected(call, outcome, whose(session, effect))
    }
    case 'timer':
      return [fact('timer.fired', { effect: effect.key })]
    case 'capture':
      return captured(session, effect, outcome)
    case 'check':
      return checkEnded(session, effect, outcome)
  }
}

/** The workspace after a step: its changes as an artifact, and a named point in the log to fork from. */
function captured(session: Session, effect: CaptureEffect, outcome: Outcome): readonly Fact[] {
  if (outcome.kind !== 'captured' || effect.run !== session.run?.number) return []
  const { commit, patch, refusal, conflict } = outcome
  const { key, label, step, agent } = effect
  const place = { ...(step && { step }), ...(agent && { agent }), parent: String(effect.run) }
  if (effect.candidate && step) return [builtCandidate(effect.candidate, step, outcome, place)]
  const diff = { id: `${key}/a1`, kind: 'diff' as const, title: `Changes from step ${step}`, text: patch }
  const made = patch === '' || step === undefined ? [] : [fact('artifact', diff, place)]
  if (refusal !== undefined) return [...made, notApplied(refusal, conflict, place)]
  const seq = session.seq + made.length + 1
  const files = step === undefined ? undefined : [...new Set([...(effect.files ?? []), ...filesIn(patch)])].toSorted()
  return [...made, fact('snapshot', { seq, label, ...(commit !== null && { commit }), ...(files && { files }) }, place)]
}

const notApplied = (message: string, conflict: MergeConflict | undefined, place: EventPlace): Fact =>
  fact('warning', { code: 'not_applied', message, ...(conflict && { details: conflict }) }, place)

/** What a candidate of a step has changed. Nothing was applied. */
function builtCandidate(
  { name: candidate, attempt }: NonNullable<CaptureEffect['candidate']>,
  step: string,
  { patch, refusal }: { readonly patch: string; readonly refusal?: string },
  place: EventPlace,
): Fact {
  const files = [...new Set(filesIn(patch))].toSorted()
  return fact('candidate.built', { step, attempt, candidate, patch, files, ...(refusal && { refusal }) }, place)
}

/** The files changed by a git patch. */
const filesIn = (patch: string): readonly string[] =>
  Array.from(patch.matchAll(/^diff --git "?a\/.+? "?b\/(.+?)"?$/gmu), ([, path = '']) => path)

/** A call that could not be inspected is over: it must not run on the rules for its tool alone. */
function inspected({ id, tool, input }: ToolCall, outcome: Outcome, place: EventPlace): readonly Fact[] {
  if (outcome.kind === 'inspected')
    return [fact('tool.called', { call: id, tool, input, resources: [...outcome.resources] }, place)]
  if (outcome.kind !== 'output') return []
  return [fact('tool.finished', { call: id, ok: false, output: outcome.output, ms: outcome.ms }, place)]
}

function modelEnded(session: Session, effect: ModelEffect, outcome: Outcome): readonly Fact[] {
  // An end that is already recorded, such as a loss declared by a new owner, is not recorded twice.
  if (!(effect.key in session.started)) return []
  switch (outcome.kind) {
    case 'reply':
      return replied(session, effect, outcome)
    case 'failed':
      return failed(session, effect, outcome)
    case 'aborted':
      return [
        fact(
          'effect.aborted',
          { effect: effect.key, ...(outcome.partial && { partial: outcome.partial }) },
          whose(session, effect),
        ),
        usageOf(session, effect, {
          usage: null,
          said: outcome.received ?? outcome.partial,
          ms: outcome.ms,
          uncertain: true,
        }),
      ]
    default:
      return []
  }
}

/** JSON from a provider that enforces a schema is recorded as text: people and agents read the same from all. */
function inText(session: Session, { task: id }: ModelEffect, reply: Reply, modes: Modes): Reply {
  const task = session.tasks[id]
  const mode = session.run && modes[session.run.mode]
  if (!task || !mode || reply.calls.length > 0 || reply.finish === 'length') return reply
  const answer = declaredIn(mode, task)
  const text = answer?.part === 'whole' ? answer.textOf(reply.text) : undefined
  return text === undefined ? reply : { ...reply, text }
}

/** The next attempt asks for something else, so waiting would not help. */
const NO_WAIT: readonly string[] = ['context_overflow', 'output_limit']

type Reply = Extract<Outcome, { kind: 'reply' }>
type Failure = Extract<Outcome, { kind: 'failed' }>

function replied(session: Session, effect: ModelEffect, reply: Reply): readonly Fact[] {
  const { text, calls, finish, reasoning, usage, costUsd, provider, ms, steps = [] } = reply
  if (calls.length === 0 && isBlank(text))
    return finish === 'length' ? thoughtAway(session, effect, reply) : failed(session, effect, emptyReply(reply))
  const place = whose(session, effect)
  const number = (session.tasks[effect.task]?.replies ?? 0) + 1
  const ours = calls.map((call, index): ToolCall => {
    const id = `c${number}-${index + 1}` as CallId
    return finish === 'length' ? { ...call, id, invalid: 'the reply was cut at its length limit' } : { ...call, id }
  })
  const outcome = finish === 'length' ? 'incomplete' : 'complete'
  const thought = { text: keptThought(reasoning), level: 'full', source: 'reasoning' } as const
  const comment = reasoning ? [fact('commentary', thought, place)] : []
  return [
    fact(
      'model.replied',
      {
        ...{ effect: effect.key, text, calls: ours, finish, outcome },
        ...(provider !== undefined && { provider }),
        ...(steps.length > 0 && { steps: steps.slice(-MOST_STEPS) }),
      },
      place,
    ),
    usageOf(session, effect, { usage, costUsd, said: text + reasoning, ms, uncertain: false }),
    ...comment,
  ]
}

/** Of one reply, at most this many steps are kept. */
const MOST_STEPS = 100

const emptyReply = ({ usage, costUsd, ms }: Reply): Failure => ({
  kind: 'failed',
  code: 'empty_reply',
  message: 'The model gave an empty answer.',
  retryable: true,
  partial: '',
  usage,
  ...(costUsd !== undefined && { costUsd }),
  ms,
})

/** All output went into thinking. It is asked once more with twice the room. Then one warning says what helps. */
function thoughtAway(session: Session, effect: ModelEffect, reply: Reply): readonly Fact[] {
  const { output } = effect.reserve
  const longest = session.run?.settings.models[effect.model]?.output ?? Number.MAX_SAFE_INTEGER
  const message = `${effect.model} used its ${numberText(output)} output tokens before it said anything. Give it more room (maxTokens of the agent), or less to think about (--reasoning low).`
  const failure = { ...emptyReply(reply), code: 'output_limit', message, retryable: output < longest }
  const ends = failed(session, effect, failure)
  const isOver = !mayTryAgain(session, effect, failure)
  if (!isOver || Object.hasOwn(session.warned, 'output_limit')) return ends
  return [...ends, fact('warning', { code: 'output_limit', message }, whose(session, effect))]
}

function failed(session: Session, effect: ModelEffect, failure: Failure): readonly Fact[] {
  const { retryable, retryAfterMs, partial, received = partial, usage, costUsd, ms } = failure
  const { failures = 0, fault } = session.tasks[effect.task] ?? {}
  const again = mayTryAgain(session, effect, failure)
  // A call that was not made is given up for the reason of those before it.
  const { code, message } = !again && failure.code === 'circuit_open' && fault ? fault : failure
  const wait = NO_WAIT.includes(code) ? 0 : backOff(effect.key, failures, retryAfterMs)
  const waitMs = again ? wait : undefined
  const end = fact(
    'model.failed',
    {
      effect: effect.key,
      code,
      message: again ? message : `${message}${retryAdvice(code, retryable, failures + 1)}`,
      outcome: again ? 'retry' : 'fail',
      retryable,
      ...(waitMs !== undefined && { waitMs }),
      ...(partial && { partial }),
    },
    whose(session, effect),
  )
  const paid = usage !== null || costUsd !== undefined || failure.received !== undefined || partial !== ''
  const spent = { usage, costUsd, said: received, ms, uncertain: usage === null }
  return paid ? [end, usageOf(session, effect, spent)] : [end]
}

/**
 * A conversation that does not fit is not worth a plain retry: it is compacted and asked again. If that was not enough,
 * its largest tool outputs are cut, once.
 */
function mayTryAgain(session: Session, effect: ModelEffect, { code, retryable }: Failure): boolean {
  const task = session.tasks[effect.task]
  if (code === 'context_overflow') return task !== undefined && !task.overflow && mayMakeRoom(task)
  return retryable && !isLastTry(code, task?.failures ?? 0)
}

function toolEnded(session: Session, effect: ToolEffect, outcome: Outcome): readonly Fact[] {
  if (!(effect.key in session.started)) return []
  const place = whose(session, effect)
  if (outcome.kind === 'aborted') return [fact('effect.aborted', { effect: effect.key }, place)]
  if (outcome.kind !== 'output') return []
  const { ok, output, ms, truncated, artifacts = [], images = [], inquiry } = outcome
  return [
    fact(
      'tool.finished',
      {
        effect: effect.key,
        call: effect.call,
        ok,
        output,
        ms,
        ...(truncated && { truncated }),
        ...(images.length > 0 && { images: [...images] }),
        ...(inquiry && answersInquiries(session) && { inquiry }),
      },
      place,
    ),
    ...artifacts.map((artifact, index) => fact('artifact', { ...artifact, id: `${effect.key}/a${index + 1}` }, place)),
  ]
}

/** Without the hidden agent, the material itself is the result. */
const answersInquiries = ({ run }: Session): boolean => run !== null && seatOf(run, 'summary') !== undefined

type Spent = {
  readonly usage: Usage | null
  /** The cost reported by the provider. */
  readonly costUsd?: number | undefined
  readonly said: string
  readonly ms: number
  readonly uncertain: boolean
}

/** The provider's count if there is one, else the estimate. With the cost, or null if no price is known. */
function usageOf(session: Session, effect: ModelEffect, { usage, costUsd: told, said, ms, uncertain }: Spent): Fact {
  const size = session.tasks[effect.task]?.size ?? Math.floor((effect.reserve.input * 3) / 4)
  const rate = tokensPerEstimate(session, effect.model)
  const guess = { input: Math.ceil(size * rate), cached: 0, output: Math.ceil(estimateTokens(said) * rate) }
  const counted = usage ?? guess
  const costUsd = told ?? costOf(counted, session.run?.settings.models[effect.model]?.price)
  const { key, attempt, model, reserve } = effect
  // A whole agent counts calls we know nothing about, so it teaches us nothing about our estimates.
  const isOurs = !session.run?.settings.models[effect.model]?.agent
  const estimated = usage && isOurs && reserve.estimated ? { estimated: reserve.estimated } : {}
  const data = {
    ...counted,
    ...estimated,
    effect: key,
    attempt,
    model,
    costUsd,
    ms: Math.round(ms),
    ...(uncertain && { uncertain }),
  }
  return fact('usage', data, whose(session, effect))
}

function whose(session: Session, effect: Exclude<Effect, { kind: 'timer' | 'capture' | 'check' }>): EventPlace {
  const task = session.tasks[effect.task]
  const agent = task?.agent ?? (effect.kind === 'model' ? effect.agent : undefined)
  const parent = task?.parent?.task ?? (session.run ? String(session.run.number) : undefined)
  const step = task?.step ?? undefined
  const started = session.started[effect.key]
  const run = started?.kind === 'model' ? started.paidBy : undefined
  return {
    task: effect.task,
    ...(agent && { agent }),
    ...(parent && { parent }),
    ...(step && { step }),
    ...(run && { run }),
  }
}
