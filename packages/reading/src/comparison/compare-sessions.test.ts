import { type Event, emptySession, type Fact, fact, type RunId, type SessionId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { begun, domain, runStart, START, seat } from '../sessions.fixture.ts'
import { compareSessions } from './compare-sessions.ts'
import { effectText } from './effect-text.ts'

const step = (to: 'running' | 'accepted' | 'failed', owner = 'ada') =>
  fact('step.state', { step: 's1', from: 'pending', to, owner, attempt: 1 }, { step: 's1' })
const plan = fact('plan.committed', {
  version: 1,
  steps: [{ id: 's1', owner: 'ada', description: 'Do it.', acceptance: '', dependsOn: [] }],
  reviews: [],
})
const put = fact('decision.proposed', {
  decision: 'd1',
  topic: 'Which?',
  options: ['this', 'that'],
  evidence: '',
  eligible: ['ada'],
  closesAt: null,
  by: 'ada',
})
const ruled = (option: string) =>
  fact('decision.committed', {
    decision: 'd1',
    option,
    how: 'majority',
    votes: {},
    rationale: '',
    dissent: [],
    adr: '',
  })
const changed = (path: string, text: string, id = path) =>
  fact('artifact', { id, kind: 'diff', title: path, path, text })
const patch = (text: string) => fact('artifact', { id: 'p', kind: 'diff', title: 'step', text }, { step: 's1' })

/** A log with these facts after the shared ones. */
function logOf(...facts: readonly Fact[]): readonly Event[] {
  let session = begun()
  return facts.map((each) => {
    const event = domain.stamp(session, each, session.at + 1_000, session.seq + 1)
    session = domain.evolve(session, event)
    return event
  })
}

describe('two sessions', () => {
  test('are the same up to the point where they diverge', () => {
    const [a, b] = [logOf(plan, step('running'), step('accepted')), logOf(plan, step('running'), step('failed'))]
    expect(compareSessions(a, b).shared).toBe(2)
    expect(compareSessions(a, a).shared).toBe(3)
  })

  test('differ in their decisions, and each decision is listed once', () => {
    const compared = compareSessions(logOf(put, ruled('this')), logOf(put, ruled('that')))
    expect(compared.decisions).toEqual([
      {
        topic: 'Which?',
        decision: 'd1',
        a: { option: 'this', how: 'majority' },
        b: { option: 'that', how: 'majority' },
      },
    ])
    expect(compareSessions(logOf(put, ruled('this')), logOf()).decisions[0]?.b).toBeNull()
  })

  test('differ in their steps’ state and owner', () => {
    const [a, b] = [logOf(plan, step('accepted')), logOf(plan, step('failed', 'bert'))]
    expect(compareSessions(a, b).steps).toEqual([
      {
        step: 's1',
        description: 'Do it.',
        a: { state: 'accepted', owner: 'ada' },
        b: { state: 'failed', owner: 'bert' },
      },
    ])
  })

  test('differ in what they changed per file, whether by a single change or a step’s patch', () => {
    const whole = 'diff --git a/a.txt b/a.txt\n-1\n+2\ndiff --git a/src/b c.txt b/src/b c.txt\n+n\n'
    const { files } = compareSessions(logOf(changed('a.txt', '+3\n')), logOf(patch(whole)))
    expect(files).toEqual([
      { path: 'a.txt', same: false, a: '+3\n', b: 'diff --git a/a.txt b/a.txt\n-1\n+2\n' },
      { path: 'src/b c.txt', same: false, a: null, b: 'diff --git a/src/b c.txt b/src/b c.txt\n+n\n' },
    ])
  })

  test('count work in a separate worktree once, as its step’s patch, even if subagents did it', () => {
    const where = {
      to: 'ada',
      from: 'ada',
      description: '',
      execution: 'agentic',
      attempt: 1,
      kind: 'work',
    } as const
    const apart = fact(
      'task.assigned',
      { ...where, place: 's1/run1', conversation: 'fresh', worktree: 'step-s1-1' },
      { task: '1/s1/run1' as never },
    )
    const inside = { ...changed('a.txt', '+half\n', 'x'), task: '1/s1/run1/c1-1' as never }
    const whole = patch('diff --git a/a.txt b/a.txt\n+whole\n')
    expect(compareSessions(logOf(apart, inside, whole), logOf()).files).toMatchObject([
      { path: 'a.txt', a: 'diff --git a/a.txt b/a.txt\n+whole\n' },
    ])
  })

  test('do not count reverted changes', () => {
    const back = logOf(changed('a.txt', '+3\n'), fact('artifact.reverted', { artifact: 'a.txt' }))
    expect(compareSessions(back, logOf()).files).toEqual([])
  })
})

describe('two runs', () => {
  /** A complete session: its seats answer, and it ends. */
  function finished(id: string, answers: Readonly<Record<string, string>>, forked?: string): readonly Event[] {
    const events: Event[] = []
    let session = emptySession(id as SessionId)
    const file = (facts: readonly Fact[]) => {
      for (const each of facts) {
        const event = domain.stamp(session, each, START, session.seq + 1)
        session = domain.evolve(session, event)
        events.push(event)
      }
    }
    const members = Object.keys(answers).map((slug) => seat(slug))
    const what = { type: 'without', seat: 'bob' } as const
    file(
      domain.accept(session, {
        type: 'create',
        goal: 'Why?',
        workspace: '/project',
        run: runStart({ mode: 'broadcast', members }),
        ...(forked && { forked: { from: forked as SessionId, change: { what, text: 'without BOB' } } }),
      }).facts,
    )
    for (const [author, text] of Object.entries(answers))
      file([fact('message', { author, role: 'member', kind: 'answer', text }, { run: 'RUN' as RunId, agent: author })])
    const totals = { calls: 2, input: 100, cached: 0, output: 50, costUsd: 0.25, unpriced: 0, ms: 4_000, worked: 3_000 }
    file([
      fact('run.state', { from: 'running', to: 'completed', trigger: 'completed' }),
      fact('run.finished', { state: 'completed', reason: 'done', summary: '', totals }),
    ])
    return events
  }
  const original = finished('A', { ada: 'Yes.', bob: 'No.' })
  const fork = finished('B', { ada: 'Yes.' }, 'A')
  /** The session with another run after its last one. */
  function carriedOut(events: readonly Event[]): readonly Event[] {
    const later = [...events]
    let session = events.reduce(domain.evolve, emptySession(events[0]?.session as SessionId))
    for (const each of domain.accept(session, { type: 'run', goal: 'Do it', run: runStart({ mode: 'agent' }) }).facts) {
      const event = domain.stamp(session, each, START + 60_000, session.seq + 1)
      session = domain.evolve(session, event)
      later.push(event)
    }
    expect(later.filter(({ type }) => type === 'run.started')).toHaveLength(2)
    return later
  }

  test('are shown with answers, seats and usage, and with the change on the side that made it', () => {
    const { change, runs } = compareSessions(original, fork)
    expect(change).toEqual({ side: 'b', text: 'without BOB' })
    expect(compareSessions(fork, original).change?.side).toBe('a')
    expect(runs.a?.answers.map(({ name, text }) => `${name}: ${text}`)).toEqual(['ADA: Yes.', 'BOB: No.'])
    expect(runs.b).toMatchObject({
      seats: [{ slug: 'ada', model: 'test/model' }],
      calls: 2,
      tokens: 150,
      workedMs: 3_000,
    })
  })

  test('are the ones that were repeated, whatever was carried out in either session afterwards', () => {
    const before = compareSessions(original, fork)
    expect(compareSessions(carriedOut(original), fork)).toEqual(before)
    expect(compareSessions(carriedOut(original), carriedOut(fork))).toEqual(before)
    expect(compareSessions(carriedOut(fork), carriedOut(original)).runs.a).toEqual(before.runs.b)
    const sibling = finished('D', { ada: 'No.' }, 'A')
    expect(compareSessions(carriedOut(fork), sibling).runs.a).toEqual(before.runs.b)
  })

  test('of a fork and an unrelated session are the newest ones', () => {
    const unrelated = finished('C', { ada: 'Yes.' })
    expect(compareSessions(carriedOut(fork), unrelated).runs.a?.mode).toBe('agent')
    expect(compareSessions(carriedOut(fork), finished('D', { ada: 'Yes.' }, 'X')).runs.a?.mode).toBe('agent')
  })

  test('of unrelated sessions have no change, and one that works shows neither answers nor votes', () => {
    expect(compareSessions(original, finished('C', { ada: 'Yes.' }, 'X')).change).toBeNull()
    const working = original.slice(0, -2)
    expect(compareSessions(working, fork).runs.a).toMatchObject({ answers: [], verdict: [], decided: null })
    expect(compareSessions([], fork).runs.a).toBeNull()
  })

  test('count as the same decision if only case and punctuation differ', () => {
    const { a } = compareSessions(original, fork).runs
    const decided = (option: string | null) => a && { ...a, decided: option }
    expect(effectText({ a: decided('Keep Redis'), b: decided('keep redis.') })).toContain('The same decision')
    expect(effectText({ a: decided('Keep Redis'), b: decided('Move') })).toContain('“Keep Redis” and “Move”')
    expect(effectText({ a: decided('Keep Redis'), b: decided(null) })).toContain('no decision on the other')
    expect(effectText({ a: decided(null), b: null })).toBe('')
  })
})
