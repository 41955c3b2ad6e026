import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Effect, Outcome } from '../effect/effect.ts'
import type { ContextLine } from '../effect/request.ts'
import { type Event, type Fact, fact } from '../event/event.ts'
import { toArray } from '../list/list.ts'
import { leadsTo } from '../mode/transitions.ts'
import { modes } from '../modes/modes.ts'
import { matches } from '../permission/judge.ts'
import type { SessionId } from '../shared/ids.ts'
import type { Command } from '../state/command.ts'
import { emptySession, isFinal, type Session } from '../state/session.ts'
import type { ToolSpec } from '../tool/tool.ts'
import { begun, domain, failure, reply, runStart, seat, settled, told, underWay, wanted } from './session.fixture.ts'

const tool = (name: string, readOnly: boolean): ToolSpec => ({
  name,
  description: '',
  input: {},
  permission: name,
  readOnly,
  timeoutMs: 1_000,
})
const settings = {
  tools: { read: tool('read', true), write: tool('write', false) },
  permissions: [{ layer: 'user', rules: { read: 'allow', write: 'ask' } }],
}
const members = [seat('ada'), seat('bert', { maxIterations: 2 }), seat('cleo', { timeout: 1 })]

/** Something that may happen next. If there are several candidates, `pick` chooses one. */
type Turn = { readonly what: string; readonly pick: number }

const turns = fc.array(
  fc.record({
    what: fc.constantFrom(
      'reply',
      'tools',
      'fail',
      'refuse',
      'cut',
      'abort',
      'lose',
      'look',
      'work',
      'message',
      'pause',
      'resume',
      'pauseAgent',
      'resumeAgent',
      'stop',
      'permit',
      'later',
      'run',
    ),
    pick: fc.nat(20),
  }),
  { maxLength: 40 },
)
const starts = fc.record({
  mode: fc.constantFrom(...Object.keys(modes).filter((name) => ['agent', 'broadcast', 'sequential'].includes(name))),
  limits: fc.record({
    maxTurns: fc.constantFrom(null, 1, 3),
    maxTotalTokens: fc.constantFrom(null, 9_000, 30_000),
    maxToolCalls: fc.constantFrom(null, 1),
    maxDuration: fc.constantFrom(null, 2),
  }),
})

const calls = [
  { tool: 'read', input: {} },
  { tool: 'write', input: {} },
  { tool: 'fly', input: {} },
]
const outcomes: { readonly [what: string]: Outcome } = {
  reply: reply('Yes.'),
  tools: reply('Let me see.', { calls, finish: 'tools' }),
  fail: failure('overloaded'),
  refuse: failure('refused', { retryable: false }),
  cut: reply('Ye', { finish: 'length' }),
  abort: { kind: 'aborted', partial: 'Y', ms: 1 },
}
const commands: { readonly [what: string]: (session: Session) => Command } = {
  message: () => ({ type: 'message', text: 'And then?' }),
  pause: () => ({ type: 'pause' }),
  resume: () => ({ type: 'resume' }),
  pauseAgent: () => ({ type: 'pause', agent: 'ada' }),
  resumeAgent: () => ({ type: 'resume', agent: 'ada' }),
  stop: () => ({ type: 'stop' }),
  run: () => ({ type: 'run', goal: 'Again?', run: runStart({ members, settings }) }),
  permit: ({ asks }) => ({ type: 'permit', ask: (Object.keys(asks)[0] ?? 'none') as never, answer: 'once', by: 'ada' }),
}

const one = <T>(among: readonly T[], pick: number): T | undefined => among[pick % Math.max(1, among.length)]

/** The settled state after the turn, with everything due in progress. */
function after(session: Session, { what, pick }: Turn): Session {
  const started = Object.values(session.started)
  const command = commands[what]
  if (command) return underWay(told(session, command(session)))
  if (what === 'later') return underWay(settled(session, fired(session), session.at + 60_000))
  if (what === 'lose') return underWay(settled(session, domain.recover(session, session.at)))
  const [effect, outcome] = ended(session, started, what, pick)
  return effect ? underWay(settled(session, domain.absorb(session, effect, outcome))) : session
}

const fired = (session: Session): readonly Fact[] =>
  wanted(session)
    .filter(({ kind, notBefore }) => kind === 'timer' && (notBefore ?? 0) <= session.at + 60_000)
    .map(({ key }): Fact => ({ type: 'timer.fired', data: { effect: key } }))

function ended(
  session: Session,
  started: readonly Effect[],
  what: string,
  pick: number,
): [Effect | undefined, Outcome] {
  if (what === 'look') {
    const looks = wanted(session).filter(({ kind }) => kind === 'inspect')
    return [one(looks, pick), { kind: 'inspected', resources: [] }]
  }
  const kind = what === 'work' ? 'tool' : 'model'
  const output: Outcome = { kind: 'output', ok: true, output: 'done', ms: 1 }
  return [
    one(
      started.filter((effect) => effect.kind === kind),
      pick,
    ),
    outcomes[what] ?? output,
  ]
}

type Start = { readonly mode: string; readonly limits: object }

function states({ mode, limits }: Start, story: readonly Turn[]): readonly Session[] {
  const seats = mode === 'agent' ? [seat('ada')] : members
  const past = [underWay(begun({ mode, members: seats, limits, settings }))]
  for (const turn of story) past.push(after(past.at(-1) as Session, turn))
  return past
}

describe('in every story', () => {
  test('a session at rest is final, asked, paused, in progress, or waiting for a finite timer', () => {
    fc.assert(
      fc.property(starts, turns, (start, story) => {
        for (const session of states(start, story)) {
          const step = domain.next(session)
          const waits =
            isFinal(session.run?.phase ?? '') ||
            session.run?.phase === 'paused' ||
            session.run?.pausedAgents.length === 1 ||
            Object.keys(session.asks).length > 0
          const underway = Object.keys(session.started).length > 0 || step.want.length > 0
          expect(step.record).toEqual([])
          expect(waits || underway).toBe(true)
          for (const { notBefore } of step.want) expect(Number.isFinite(notBefore ?? 0)).toBe(true)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('the state is pure JSON', () => {
    fc.assert(
      fc.property(starts, turns, (start, story) => {
        const session = states(start, story).at(-1)
        expect(JSON.parse(JSON.stringify(session))).toEqual(session)
      }),
      { numRuns: 100 },
    )
  })

  test('an agent’s request is a prefix of its next one, for the prompt cache', () => {
    fc.assert(
      fc.property(starts, turns, (start, story) => {
        const last = new Map<string, readonly ContextLine[]>()
        for (const session of states(start, story))
          for (const effect of Object.values(session.started)) {
            if (effect.kind !== 'model' || !session.tasks[effect.task]) continue
            const lines = toArray(domain.prompt(session, effect).lines)
            const before = last.get(effect.agent) ?? []
            expect(lines.slice(0, before.length)).toEqual(before)
            last.set(effect.agent, lines)
          }
      }),
      { numRuns: 100 },
    )
  })

  test('every call in a request has a result', () => {
    fc.assert(
      fc.property(starts, turns, (start, story) => {
        for (const session of states(start, story))
          for (const effect of Object.values(session.started)) {
            if (effect.kind !== 'model' || !session.tasks[effect.task]) continue
            const lines = toArray(domain.prompt(session, effect).lines)
            const asked = lines.flatMap((line) => (line.role === 'assistant' ? line.calls : []))
            expect(lines.filter(({ role }) => role === 'tool')).toHaveLength(asked.length)
          }
      }),
      { numRuns: 60 },
    )
  })
})

/** Every event of a story, in order. */
function eventsOf(start: Start, story: readonly Turn[]): readonly Event[] {
  const events: Event[] = []
  const { evolve } = domain
  const listening = (session: Session, event: Event): Session => {
    events.push(event)
    return evolve(session, event)
  }
  Object.assign(domain, { evolve: listening })
  states(start, story)
  Object.assign(domain, { evolve })
  return events
}

test('the fold accepts events in any order, repeated or missing, and never throws', () => {
  fc.assert(
    fc.property(starts, turns, fc.infiniteStream(fc.nat(1_000)), (start, story, order) => {
      const events = eventsOf(start, story)
      let session = emptySession('S' as SessionId)
      for (let index = 0; index < events.length; index++) {
        const event = one(events, order.next().value ?? 0) as Event
        session = domain.evolve(session, event)
      }
      expect(JSON.parse(JSON.stringify(session))).toEqual(session)
    }),
    { numRuns: 100 },
  )
})

const noted = (session: Session, next: Fact): Session =>
  domain.evolve(session, domain.stamp(session, next, session.at, session.seq + 1))

describe.each(Object.values(modes))('the table of $name', ({ transitions, name }) => {
  const triggers = { pause: 'userPaused', resume: 'userResumed', stop: 'userCancelled', reset: 'reset' } as const
  const rows = Object.keys(transitions).flatMap((phase) =>
    Object.entries(triggers).map(([command, trigger]) => ({
      phase,
      command: command as keyof typeof triggers,
      trigger,
    })),
  )

  const phases = Object.keys(transitions)
  const working = phases.find((phase) => transitions[phase]?.userPaused) ?? ''

  test('leads only to phases it has', () => {
    for (const [phase, row] of Object.entries(transitions))
      for (const [trigger, to] of Object.entries(row))
        expect(phases, `${phase} ${trigger}`).toContain(leadsTo(transitions, phase, trigger, working) ?? to)
  })

  test.each(rows)('in $phase, $command follows the table, or is refused and changes nothing', (row) => {
    const { phase, command, trigger } = row
    const base = begun({ mode: name, members: [seat('ada'), seat('bert')] })
    const resumeTo = phase === 'paused' ? working : null
    const placed = { ...base, tasks: {}, run: base.run && { ...base.run, mode: name, phase, resumeTo } } as Session
    const session = noted(placed, fact('progress', { done: 0, active: 0, finished: 0 }))
    const to = leadsTo(transitions, phase, trigger, resumeTo)
    const { facts, refusal } = domain.accept(session, { type: command })
    if (to) {
      expect(facts[0]).toMatchObject({ type: 'run.state', data: { from: phase, to, trigger } })
      return
    }
    expect(refusal?.code).toBe('illegal_command')
    expect(facts.map(({ type }) => type)).toEqual(['warning'])
    const [warning] = facts
    expect({ ...noted(session, warning as Fact), seq: session.seq, warned: session.warned }).toEqual(session)
  })
})

test('a pattern matches like the equivalent regular expression', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '?'), maxLength: 8 })
  const words = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 8 })
  fc.assert(
    fc.property(letters, words, (pattern, target) => {
      const source = [...pattern].map((letter) => (letter === '*' ? '[^]*' : letter === '?' ? '[^]' : letter)).join('')
      const alsoBare = pattern.endsWith(' *') ? `|(?:${source.slice(0, -' [^]*'.length)})` : ''
      expect(matches(pattern, target)).toBe(new RegExp(`^(?:(?:${source})${alsoBare})$`).test(target))
    }),
    { numRuns: 2_000 },
  )
})
