import type { Effect, ModelEffect, Outcome } from '../effect/effect.ts'
import type { Event, Fact } from '../event/event.ts'
import { fact } from '../event/event.ts'
import type { RunSettings } from '../event/run-settings.ts'
import { type Limits, noLimits } from '../limits/limits.ts'
import type { RunId, SessionId } from '../shared/ids.ts'
import type { Command, RunStart } from '../state/command.ts'
import { emptySession, type Session } from '../state/session.ts'
import { Seat, type SeatedTeam } from '../team/team.ts'
import { readingClaims } from './claim-reader.ts'
import { createDomain } from './domain.ts'

export const domain = readingClaims(createDomain())
export const START = Date.UTC(2026, 0, 2, 3, 4, 5)

/** A seat with only what a test needs. */
export const seat = (slug: string, more: object = {}): Seat =>
  Seat.parse({
    name: slug.toUpperCase(),
    slug,
    prompt: `You are ${slug}.`,
    model: 'test/model',
    seat: 'member',
    ...more,
  })

export const teamOf = (...members: readonly Seat[]): SeatedTeam => ({
  name: 'ad hoc',
  slug: 'ad-hoc',
  members: [...members],
  sharedContext: '',
  routingContext: '',
  permissions: {},
})

type Start = {
  readonly mode?: string
  readonly members?: readonly Seat[]
  readonly limits?: Partial<Limits>
  readonly settings?: Partial<RunSettings>
}

export function runStart({
  mode = 'agent',
  members = [seat('ada')],
  limits = {},
  settings = {},
}: Start = {}): RunStart {
  const models = { 'test/model': { price: { input: 1, output: 2 }, context: null } }
  const blank = {
    models,
    tools: {},
    permissions: [],
    grants: [],
    yes: false,
    startedBy: 'user' as const,
    interactive: true,
    variables: {},
    mode: {},
  }
  return {
    id: 'RUN' as RunId,
    mode,
    team: teamOf(...members),
    settings: { ...blank, ...settings },
    limits: { ...noLimits, ...limits },
  }
}

/** A session whose run has just started, settled: its first calls are wanted but not started. */
export function begun(start: Start = {}): Session {
  return told(emptySession('S' as SessionId), {
    type: 'create',
    goal: 'Why?',
    workspace: '/project',
    run: runStart(start),
  })
}

/** The state after a user's command and everything that follows from it. */
export const told = (session: Session, command: Command, at = session.at || START): Session =>
  settled(session, domain.accept(session, command).facts, at)

/** The state after these facts and everything that follows from them. */
export function settled(before: Session, facts: readonly Fact[], at = before.at): Session {
  let session = before
  const add = (next: Fact) => {
    const event: Event = domain.stamp(session, next, at, before.seq + 1)
    session = domain.evolve(session, event)
  }
  facts.forEach(add)
  for (let step = domain.next(session); step.record.length > 0; step = domain.next(session)) step.record.forEach(add)
  return session
}

export const wanted = (session: Session): readonly Effect[] => domain.next(session).want

/** Starts every call that is wanted and due. */
export function underWay(session: Session): Session {
  const starting = wanted(session).filter((effect) => effect.kind === 'model' || effect.kind === 'tool')
  const fresh = starting.filter((effect) => !(effect.key in session.started) && (effect.notBefore ?? 0) <= session.at)
  return settled(session, fresh.map(intent))
}

function intent(effect: Effect): Fact {
  if (effect.kind === 'model') {
    const { key, attempt, timeoutMs, model, task, agent, reserve } = effect
    return fact(
      'effect.started',
      { effect: key, kind: 'model', attempt, timeoutMs, model, reserved: reserve },
      { task, agent },
    )
  }
  if (effect.kind !== 'tool') throw new Error('only models and tools have intents')
  const { key, attempt, timeoutMs, task, call } = effect
  return fact('effect.started', { effect: key, kind: 'tool', attempt, timeoutMs, call }, { task })
}

export const reply = (text: string, more: object = {}): Outcome => ({
  kind: 'reply',
  text,
  reasoning: '',
  calls: [],
  usage: { input: 100, cached: 0, output: 10 },
  finish: 'stop',
  ms: 5,
  ...more,
})

export const failure = (code: string, more: object = {}): Outcome => ({
  kind: 'failed',
  code,
  message: `${code} happened`,
  retryable: true,
  partial: '',
  usage: null,
  ms: 5,
  ...more,
})

/** Ends this agent's call with the outcome. */
export function ends(session: Session, agent: string, outcome: Outcome, at = session.at): Session {
  const effect = Object.values(session.started).find(
    (one): one is ModelEffect => one.kind === 'model' && one.agent === agent,
  )
  if (!effect) throw new Error(`${agent} has no call under way`)
  return settled(session, domain.absorb(session, effect, outcome), at)
}
