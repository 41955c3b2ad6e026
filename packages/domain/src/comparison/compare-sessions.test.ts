import { describe, expect, test } from 'vitest'
import { type Event, type Fact, fact } from '../event/event.ts'
import { begun, domain } from '../session/session.fixture.ts'
import { compareSessions } from './compare-sessions.ts'

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

/** A log of these facts, on top of those that both have. */
function logOf(...facts: readonly Fact[]): readonly Event[] {
  let session = begun()
  return facts.map((each) => {
    const event = domain.stamp(session, each, session.at + 1_000, session.seq + 1)
    session = domain.evolve(session, event)
    return event
  })
}

describe('two sessions', () => {
  test('are the same up to where they part', () => {
    const [a, b] = [logOf(plan, step('running'), step('accepted')), logOf(plan, step('running'), step('failed'))]
    expect(compareSessions(a, b).shared).toBe(2)
    expect(compareSessions(a, a).shared).toBe(3)
  })

  test('differ in what they decided, each decision once', () => {
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

  test('differ in the state and the owner of their steps', () => {
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

  test('differ in what they changed, file by file, whether by one change or by the patch of a step', () => {
    const whole = 'diff --git a/a.txt b/a.txt\n-1\n+2\ndiff --git a/src/b c.txt b/src/b c.txt\n+n\n'
    const { files } = compareSessions(logOf(changed('a.txt', '+3\n')), logOf(patch(whole)))
    expect(files).toEqual([
      { path: 'a.txt', same: false, a: '+3\n', b: 'diff --git a/a.txt b/a.txt\n-1\n+2\n' },
      { path: 'src/b c.txt', same: false, a: null, b: 'diff --git a/src/b c.txt b/src/b c.txt\n+n\n' },
    ])
  })

  test('count work in a separate worktree once, as the patch of its step, even if subagents did it', () => {
    const where = {
      to: 'ada',
      from: 'ada',
      description: '',
      execution: 'agentic',
      attempt: 1,
      heading: 'Task',
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

  test('do not count what was taken back', () => {
    const back = logOf(changed('a.txt', '+3\n'), fact('artifact.reverted', { artifact: 'a.txt' }))
    expect(compareSessions(back, logOf()).files).toEqual([])
  })
})
