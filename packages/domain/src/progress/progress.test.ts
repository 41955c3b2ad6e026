import { describe, expect, test } from 'vitest'
import { begun, ends, failure, reply, seat, settled, told, underWay } from '../session/session.fixture.ts'
import type { Session } from '../state/session.ts'
import { MOST_USELESS } from './progress.ts'

const members = ['ada', 'bert'].map((slug) => seat(slug, { maxIterations: 500 }))
const start = () => underWay(begun({ mode: 'broadcast', members }))
const says = (session: Session, text: string, agent = 'ada') => underWay(ends(session, agent, reply(text)))
const useless = (session: Session): number => session.run?.progress?.useless ?? 0
const wants = (session: Session, tool: string, input: object = {}, text = 'Looking.') =>
  underWay(ends(session, 'ada', reply(text, { calls: [{ tool, input }], finish: 'tools' })))

describe('a model call is useless', () => {
  test('if anyone has said its words before, whatever the spacing', () => {
    expect(useless(says(says(start(), 'Because.'), ' Because. ', 'bert'))).toBe(1)
  })

  test('if its calls are refused, whatever it says alongside', () => {
    expect(useless(wants(wants(start(), 'fly'), 'swim'))).toBe(2)
  })

  test('if its answer is empty', () => {
    expect(useless(ends(start(), 'ada', failure('empty_reply', { retryAfterMs: 0 })))).toBe(1)
  })

  test('but not if the provider failed, which says nothing about the model', () => {
    expect(useless(ends(start(), 'ada', failure('overloaded', { retryAfterMs: 0 })))).toBe(0)
  })
})

describe('useless calls', () => {
  const twice = () => wants(wants(start(), 'fly'), 'swim')

  test('are offset by new ones, one for one', () => {
    expect(useless(says(twice(), 'New.', 'bert'))).toBe(1)
  })

  test('are offset by a last reply that reports by tool call', () => {
    const closing = () =>
      wants(underWay(begun({ mode: 'broadcast', members: [seat('ada', { maxIterations: 1 })] })), 'fly')
    expect(useless(closing())).toBe(1)
    expect(useless(wants(closing(), 'reportOut', { report: 'New.' }, ''))).toBe(0)
    expect(useless(wants(closing(), 'reportOut', { report: '' }, ''))).toBe(2)
  })

  test('are reset when the user says something', () => {
    expect(useless(told(twice(), { type: 'message', text: 'Walk.' }))).toBe(0)
  })
})

test('no more calls run in parallel than may still turn out useless', () => {
  const many = Array.from({ length: MOST_USELESS + 6 }, (_, index) => seat(`ada${index}`))
  const session = underWay(begun({ mode: 'broadcast', members: many }))
  expect(Object.keys(session.started)).toHaveLength(MOST_USELESS)
  const all = many.reduce((before, { slug }) => says(before, `I am ${slug}.`, slug), session)
  expect(all.run?.finished?.reason).toBe('done')
})

test('a run ends after 24 useless calls', () => {
  const many = Array.from({ length: MOST_USELESS + 6 }, (_, index) => seat(`ada${index}`))
  let session = underWay(begun({ mode: 'sequential', members: many }))
  for (const { slug } of many) session = session.run?.finished ? session : says(session, 'Hm.', slug)
  expect(session.run?.finished).toMatchObject({ state: 'cancelled', reason: 'limit:no_progress' })
  expect(session.run?.calls).toBe(MOST_USELESS + 1)
  expect(settled(session, [])).toBe(session)
})
