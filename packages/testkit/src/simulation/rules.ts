import { type Event, effectEndedBy, isFinal, leadsTo, modes } from '@convene/domain'
import { type Ledger, takenBy } from './ledger.ts'
import type { Rule } from './rule.ts'
import { rulesOfBounds } from './rules-of-bounds.ts'
import { rulesOfDecisions } from './rules-of-decisions.ts'
import { rulesOfLoops } from './rules-of-loops.ts'
import { rulesOfPlans } from './rules-of-plans.ts'
import { rulesOfReaders } from './rules-of-readers.ts'
import { rulesOfTasks } from './rules-of-tasks.ts'
import { rulesOfTelling } from './rules-of-telling.ts'

/** The rules that a log alone can break. */
export const rules: readonly Rule[] = [
  {
    invariant: 'I6 no gaps',
    broken: ({ events, session }, event) =>
      event.seq === events.length + 1 && event.session === session
        ? undefined
        : `number ${event.seq} of ${event.session} comes after ${events.length} of ${session}`,
  },
  {
    invariant: 'I2 an effect starts once',
    broken: ({ started }, event) =>
      event.type === 'effect.started' && started.has(event.data.effect)
        ? `${event.data.effect} started twice`
        : undefined,
  },
  {
    invariant: 'I2 an effect ends once',
    broken({ started, ended, checks }, event) {
      const key = effectEndedBy(event)
      if (key === undefined || checks.has(key)) return undefined
      if (!started.has(key)) return `${event.type} ends ${key}, which never started`
      return ended.has(key) ? `${event.type} ends ${key} again` : undefined
    },
  },
  {
    invariant: 'I2 a check counts once',
    broken: ({ checks }, { type, data }) =>
      (type === 'check.started' || type === 'check.finished') && checks.get(data.effect) === 'finished'
        ? `${type} for ${data.effect}, which has a result`
        : undefined,
  },
  {
    invariant: 'I9 no check starts after a stop',
    broken: ({ stopped }, { type, data }) =>
      stopped && type === 'check.started' ? `${data.effect} started after the stop` : undefined,
  },
  { invariant: 'F25 the table of phases', broken: illegalMove },
  { invariant: 'I7 one answer for each ask', broken: badAnswer },
  { invariant: 'F25 queued messages', broken: badTaking },
  {
    invariant: 'I9 nothing starts after a stop',
    broken: ({ stopped }, event) =>
      stopped && event.type === 'effect.started' ? `${event.data.effect} started after the stop` : undefined,
  },
  {
    invariant: 'I9 nothing starts while it is paused',
    broken: ({ phase }, event) =>
      phase === 'paused' && event.type === 'effect.started' ? `${event.data.effect} started in a pause` : undefined,
  },
  {
    invariant: 'I9 nothing starts for a paused agent',
    broken: ({ paused }, event) =>
      event.type === 'effect.started' && paused.has(event.agent ?? '')
        ? `${event.data.effect} started while ${event.agent} was paused`
        : undefined,
  },
  { invariant: 'I2 a lost call is marked', broken: unmarkedLoss },
  {
    invariant: 'messages are numbered in order',
    broken: ({ messages }, event) =>
      event.type === 'message' && event.id !== `m${messages.size + 1}`
        ? `${event.id} after m${messages.size}`
        : undefined,
  },
  ...rulesOfBounds,
  ...rulesOfTasks,
  ...rulesOfLoops,
  ...rulesOfDecisions,
  ...rulesOfPlans,
  ...rulesOfReaders,
  ...rulesOfTelling,
]

function illegalMove({ run, phase, resumeTo }: Ledger, event: Event): string | undefined {
  if (event.type === 'run.started' && !isFinal(phase) && phase !== 'idle') return `a run started while one was ${phase}`
  if (event.type !== 'run.state') return undefined
  const { from, to, trigger } = event.data
  const expected = trigger === 'userSubmitted' ? 'idle' : phase
  const mode = modes[run?.data.mode ?? '']
  if (from !== expected) return `${trigger} says it left ${from}, and the run was ${expected}`
  if (!mode || leadsTo(mode.transitions, from, trigger, resumeTo) !== to) return `${trigger} led from ${from} to ${to}`
  return undefined
}

function badAnswer({ asks, answered }: Ledger, event: Event): string | undefined {
  if (event.type === 'permission.asked' && (asks.has(event.data.ask) || answered.has(event.data.ask)))
    return `${event.data.ask} was asked twice`
  if (event.type !== 'permission.answered') return undefined
  const { ask, by, answer } = event.data
  if (!asks.has(ask)) return `${ask} is answered, and nothing asks it`
  if (by === 'expiry' && answer !== 'deny') return `${ask} expired to ${answer}`
  if (by === 'expiry' && event.at < (asks.get(ask)?.data.expiresAt ?? 0)) return `${ask} expired before its time`
  return by === 'person' || by === 'expiry' ? undefined : `${ask} was answered by ${by}`
}

/** Every message is delivered once, in order of arrival. One append may deliver it to several members. */
function badTaking({ queue, takenIn, messages }: Ledger, event: Event): string | undefined {
  const taken = takenBy(event)
  for (const id of taken) {
    if (!queue.includes(id) && takenIn.get(id) !== event.batch) return `${id} was handed over again`
  }
  if (event.type === 'run.started') return undefined
  const common = queue.filter((id) => messages.get(id)?.to === null)
  const left = common.filter((id) => !taken.includes(id))
  const late = taken.find((id) => left.some((earlier) => number(earlier) < number(id)) && messages.get(id)?.to === null)
  return late ? `${late} was handed over before ${left[0]}` : undefined
}

/** Effects running in the source of a fork do not run in the fork, and cost nothing there. */
function unmarkedLoss({ started, copied }: Ledger, event: Event): string | undefined {
  if (event.type !== 'effect.lost' || (copied > 0 && event.batch === copied + 1)) return undefined
  const isModel = started.get(event.data.effect)?.data.kind === 'model'
  return isModel && !event.data.uncertain
    ? `${event.data.effect} was lost, and its spend is not marked uncertain`
    : undefined
}

const number = (id: string): number => Number(id.slice(1))
