import { type Event, noLimits } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import type { ResponsePart } from './response-part.ts'
import { teller } from './teller.ts'

const event = (type: string, data: object, more: object = {}): Event =>
  ({ v: 1, seq: 1, batch: 1, at: 0, session: '01S', type, data, ...more }) as unknown as Event

const started = (mode: string) =>
  event('run.started', {
    mode,
    team: { name: 'Team', members: [{ slug: 'ada', name: 'Ada' }], lead: { slug: 'head', name: 'Head' } },
    goal: 'Decide.',
    settings: { models: {}, mode: {} },
    limits: noLimits,
    estimate: { calls: 1, input: 1, output: 1, costUsd: 0, minutes: 1 },
  })

const message = (author: string, kind: string, text: string, more: object = {}) =>
  event('message', { author, role: author === 'head' ? 'lead' : 'member', kind, text, ...more })
const step = event('run.state', { from: 'a', to: 'evaluating', trigger: 'x' })
const totals = { calls: 2, input: 10, cached: 0, output: 5, costUsd: 0, unpriced: 0, workedMs: 1, waitedMs: 0 }
const finished = (state: string, summary: string, reason = 'done') =>
  event('run.finished', { state, reason, summary, totals })

function told(...events: readonly Event[]): readonly string[] {
  const { tell } = teller('detailed')
  return events
    .flatMap(tell)
    .filter(({ kind }) => kind === 'markdown')
    .map((one: ResponsePart) => ('text' in one ? one.text.trim() : ''))
}

describe('the result', () => {
  test('is shown again at the end, if steps after it have folded it away', () => {
    const result = message('head', 'synthesis', 'The whole truth.')
    expect(told(started('orchestrate'), result, finished('completed', 'The whole truth.'))).toEqual([
      'The whole truth.',
    ])
    expect(told(started('orchestrate'), result, step, finished('completed', 'The whole truth.'))).toEqual([
      'The whole truth.',
      'The whole truth.',
    ])
  })

  test('of a loop is its best one, under the sentence that says which', () => {
    const best = message('head', 'synthesis', 'Good.')
    const worse = message('head', 'synthesis', 'Worse.')
    const report = event('artifact', { id: '1/report', kind: 'report', title: 'Report', text: 'Good.' })
    const why = 'Stopped after 2 iterations without meeting the goal. The best result is from iteration 1.'
    const end = finished('cancelled', `${why}\n\nGood.`, 'max_iterations')
    expect(told(started('reflect'), best, step, worse, report, end)).toEqual([
      'Good.',
      'Worse.',
      'Good.',
      `**Incomplete: no iterations left.** ${why}`,
    ])
  })

  test('of a broadcast is every answer, also the one that was given before another agent had finished', () => {
    const called = event('tool.called', { call: '1', tool: 'read', resources: [] }, { agent: 'bob' })
    const [ada, bob] = [message('ada', 'answer', 'Yes.'), message('bob', 'answer', 'No.')]
    expect(told(started('broadcast'), ada, called, bob, finished('completed', ''))).toEqual([
      '#### Ada — answer\n\nYes.',
      '#### bob — answer\n\nNo.',
      '#### Ada — answer\n\nYes.',
      '#### bob — answer\n\nNo.',
    ])
  })
})

test('an error that was shown is not repeated by the end', () => {
  const error = event('error', { code: 'unauthorized', message: 'OpenAI does not accept the key.' }, { agent: 'ada' })
  const end = finished('failed', 'Ada could not answer: OpenAI does not accept the key.', 'error:unauthorized')
  const [shown, ...rest] = told(started('agent'), error, end)
  expect(shown).toContain('OpenAI does not accept the key.')
  expect(rest).toEqual(['**Failed: key refused.**'])
})

test('the numbers come last, once the run has ended, and not after a stop', () => {
  const { tell, end } = teller('brief')
  tell(started('agent'))
  expect(end(null)).toEqual([])
  tell(finished('completed', 'Done.'))
  expect(end(null)).toMatchObject([{ kind: 'markdown', text: expect.stringMatching(/^\*2 calls · /u) }])
  tell(finished('cancelled', 'Stopped.', 'user'))
  expect(end(null)).toEqual([])
})

test('files that were read are shown once, and those that were changed at the end', () => {
  const { tell, end } = teller('brief')
  const called = (call: string, tool: string) =>
    event('tool.called', { call, tool, resources: [{ permission: 'read', target: 'a.md', absolute: '/w/a.md' }] })
  const done = (call: string, ok: boolean) => event('tool.finished', { call, ok, output: '', ms: 1 })
  const changed = (path: string) => event('artifact', { id: 'a', kind: 'diff', title: 'x', path })
  const events = [called('1', 'read'), done('1', false), called('2', 'read'), done('2', true)]
  const shown = [...events, called('3', 'read'), done('3', true), changed('b.md'), changed('c.md'), changed('b.md')]
  expect(shown.flatMap(tell)).toEqual([{ kind: 'file', path: '/w/a.md' }])
  expect(end(null)).toEqual([{ kind: 'changed', paths: ['b.md', 'c.md'] }])
})

describe('a plan is shown once', () => {
  const text = 's1. ada: Write it.'
  const gate = event('question.asked', { id: 'g', question: 'Carry it out?', options: [], gate: 'plan', text })
  const committed = (description: string) =>
    event('plan.committed', { steps: [{ id: 's1', owner: 'ada', description }] })

  test('although it was reviewed before its gate', () => {
    const shown = told(
      started('plan'),
      message('head', 'plan', text),
      message('ada', 'review', 'APPROVE'),
      gate,
      committed('Write it.'),
    )
    expect(shown.filter((one) => one.includes('Write it.'))).toHaveLength(1)
    expect(shown).toContain('**Ada** — review: Approved')
  })

  test('unless it was changed at the gate', () => {
    expect(told(gate, committed('Write it twice.')).at(-1)).toContain('Write it twice.')
  })
})

test('what Convene itself says has no name above it, and questions are asked once', () => {
  const note = message('convene', 'notification', 'Team formed.', { role: 'system' })
  const questions = message('head', 'clarification', '1. How many?')
  expect(told(note, questions)).toEqual(['Team formed.'])
})

test('an answer is a step, so that its buttons are folded away with it, and is shown below them until then', () => {
  const { tell } = teller('brief')
  const denied = event('permission.answered', { ask: 'a', answer: 'deny', by: 'user' })
  expect(tell(denied).map(({ kind }) => kind)).toEqual(['progress', 'markdown'])
  const sentBack = event('question.answered', { id: 'g', answer: 'reject', text: 'Shorter.', by: 'user' })
  expect(tell(sentBack)[1]).toMatchObject({ kind: 'markdown', text: 'Sent back: Shorter.\n\n', icon: 'warning' })
  const edited = event('question.answered', { id: 'g', answer: 'approve', text: 'Long.', by: 'user' })
  expect(tell(edited)[1]).toMatchObject({ text: 'Approved with your changes\n\n', icon: 'check' })
})

test('a decision in which the user can vote has a button for it, and a panel’s own ballot has none', () => {
  const proposed = (more: object) =>
    event('decision.proposed', {
      decision: 'd1',
      topic: 'Which store?',
      options: ['SQLite', 'Postgres'],
      evidence: '',
      eligible: ['ada', 'user'],
      closesAt: null,
      by: 'ada',
      ...more,
    })
  const buttons = (one: Event) =>
    teller('brief')
      .tell(one)
      .filter(({ kind }) => kind === 'button')
  const given = ['01S', 'd1', ['SQLite', 'Postgres']]
  expect(buttons(proposed({}))).toEqual([{ kind: 'button', title: 'Vote…', command: 'convene.castVote', given }])
  expect([...buttons(proposed({ ballot: true })), ...buttons(proposed({ eligible: ['ada'] }))]).toEqual([])
  const { tell } = teller('brief')
  tell(proposed({ eligible: ['ada', 'bob', 'user'] }))
  const voted = (voter: string) => event('decision.voted', { decision: 'd1', voter, option: '', reason: '' })
  const kinds = (voter: string) => tell(voted(voter)).map(({ kind }) => kind)
  expect([kinds('ada'), kinds('bob'), kinds('user')]).toEqual([[], ['markdown', 'button'], []])
})
