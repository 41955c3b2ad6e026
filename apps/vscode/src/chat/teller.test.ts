import type { Event } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { fenced, oneLine, type Shown } from './shown.ts'
import { teller } from './teller.ts'

const event = (type: string, data: object, more: object = {}): Event =>
  ({ v: 1, seq: 1, batch: 1, at: 0, session: '01S', type, data, ...more }) as unknown as Event

const started = (mode = 'panel', rehearsal = false) =>
  event('run.started', {
    mode,
    team: {
      name: 'Quick Panel',
      members: [
        { slug: 'ada', name: 'Ada' },
        { slug: 'bob', name: 'Bob' },
      ],
      lead: { slug: 'head', name: 'Head' },
    },
    settings: { models: { 'p/m': { rehearsal } } },
    estimate: { costUsd: 0.5 },
  })

function told(verbosity: 'brief' | 'detailed' | 'full', ...events: readonly Event[]): readonly Shown[] {
  const { tell } = teller(verbosity)
  return events.flatMap(tell)
}

const texts = (shown: readonly Shown[]) =>
  shown.map((one) => (one.kind === 'button' ? `[${one.title}]` : one.text.trim()))

describe('a run in the chat', () => {
  test('begins with who works, for how much, and says when it is only a rehearsal', () => {
    expect(texts(told('detailed', started()))).toEqual(['Quick Panel: panel with 3 agents, about $0.50'])
    expect(texts(told('detailed', started('panel', true)))[1]).toContain('Rehearsal')
  })

  test('names who speaks, and gives the result without a heading', () => {
    const argued = event('message', { author: 'ada', role: 'member', kind: 'argument', text: 'Yes.', round: 2 })
    const report = event('message', { author: 'head', role: 'lead', kind: 'synthesis', text: '# Report' })
    expect(texts(told('detailed', started(), argued, report)).slice(1)).toEqual([
      '#### Ada — argument, round 2\n\nYes.',
      '# Report',
    ])
  })

  test('does not repeat what the user said', () => {
    expect(told('full', event('message', { author: 'user', role: 'user', kind: 'user', text: 'Why?' }))).toEqual([])
  })

  test('shows ballots only to those who want to see everything', () => {
    const ballot = event('message', { author: 'ada', role: 'member', kind: 'ballot', text: 'VOTE: a' })
    expect(told('detailed', ballot)).toEqual([])
    expect(told('full', ballot)).toHaveLength(1)
  })
})

describe('what waits for a person', () => {
  test('is an ask with the whole chain, what it is about, and four answers', () => {
    const ask = event('permission.asked', {
      ask: '1/ada/c1-1/ask',
      chain: ['ada', 'bob'],
      tool: 'bash',
      resource: 'git push',
      rule: 'bash: * (user)',
      proposed: 'bash:git push',
    })
    expect(texts(told('brief', started(), ask)).slice(1)).toEqual([
      '**Ada → Bob** wants `bash` — rule: bash: * (user)\n\n```\ngit push\n```',
      '[Allow once]',
      '[Allow in this session]',
      '[Always allow…]',
      '[Deny…]',
    ])
  })

  test('is a gate with what stands at it', () => {
    const gate = event('question.asked', {
      id: 'g',
      question: 'Discuss this?',
      options: [],
      gate: 'topic',
      text: 'The topic',
    })
    expect(texts(told('brief', gate))).toEqual([
      '**Discuss this?**\n\nThe topic',
      '[Approve]',
      '[Edit and approve…]',
      '[Reject…]',
    ])
  })
})

test('a gate does not repeat what was just said, and only its question stands out', () => {
  const topic = event('message', { author: 'head', role: 'lead', kind: 'topic', text: 'The topic' })
  const gate = event('question.asked', {
    id: 'g',
    question: 'Discuss? At most 3 turns.',
    options: [],
    gate: 'topic',
    text: 'The topic',
  })
  expect(texts(told('brief', topic, gate))[1]).toBe('**Discuss?** At most 3 turns.')
})

test('nothing goes on after the end: the editor would fold the answer away', () => {
  const state = (to: string) => event('run.state', { from: 'running', to, trigger: 'x' })
  expect(told('full', state('completed'))).toEqual([])
  expect(told('full', state('synthesizing'))).toHaveLength(1)
})

test('what an agent wants to run cannot close the fence it is shown in', () => {
  expect(fenced('a ``` b')).toBe('````\na ``` b\n````')
})

test('a line stays one line', () => {
  expect(oneLine('a\nb\r\n# c', 80)).toBe('a b # c')
  expect(oneLine('abcdef', 4)).toBe('abc…')
})
