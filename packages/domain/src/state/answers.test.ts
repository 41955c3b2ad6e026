import { describe, expect, test } from 'vitest'
import { type Event, fact } from '../event/event.ts'
import type { RunId } from '../shared/ids.ts'
import { plainTraits, type Traits } from '../trait/traits.ts'
import { answersAmong, saidIn } from './answers.ts'

const panel: Traits = { ...plainTraits, results: ['synthesis', 'answer'] }
const broadcast: Traits = { ...plainTraits, picks: true }
const among = (traits: Traits, ...said: readonly string[]) =>
  answersAmong(traits, said, (one) => ({ author: one.split(' ')[0] ?? '', kind: one.split(' ')[1] ?? '' }))

const run = 'RUN' as RunId
const says = (text: string, role: 'member' | 'user' = 'member', of = run) =>
  fact('message', { author: 'ada', role, kind: 'answer', text }, { run: of }) as unknown as Event
const totals = { calls: 1, input: 1, cached: 0, output: 1, costUsd: 0, unpriced: 0, ms: 5, toolCalls: 0, turns: 1 }
const ends = fact(
  'run.finished',
  { state: 'completed', reason: 'done', summary: '', totals },
  { run },
) as unknown as Event

describe('what was said in a run', () => {
  test('is what its agents said before its end', () => {
    const events = [
      says('Old.', 'member', 'BEFORE' as RunId),
      says('Do it.', 'user'),
      says('Done.'),
      ends,
      says('Why not?'),
    ]
    expect(saidIn(events, run).map(({ data }) => data.text)).toEqual(['Done.'])
  })

  test('is everything while it is active', () => {
    expect(saidIn([says('One.'), says('Two.')], run)).toHaveLength(2)
  })
})

describe('the answer to a goal', () => {
  test('is the synthesis, whatever was said after it', () => {
    expect(among(panel, 'ada argument', 'head synthesis', 'ada ballot')).toEqual(['head synthesis'])
  })

  test('is the last answer if there is no synthesis', () => {
    expect(among(plainTraits, 'ada answer 1', 'ada answer 2', 'ada review')).toEqual(['ada answer 2'])
    expect(among(plainTraits)).toEqual([])
    expect(among(plainTraits, 'convene notification')).toEqual([])
  })

  test.each(['clarification', 'topic', 'argument', 'moderation', 'plan', 'review', 'assignment'])(
    'is not the last %s of a stopped run',
    (kind) => expect(among(panel, 'head clarification', `ada ${kind}`)).toEqual([]),
  )

  test('is never a notification or an argument in a vote', () => {
    const asked = ['ada answer', 'user notification', 'convene notification', 'ada deliberation']
    expect(among(broadcast, ...asked)).toEqual(['ada answer'])
  })

  test('in a broadcast is each member’s last answer', () => {
    expect(among(broadcast, 'ada answer 1', 'bert answer', 'ada answer 2')).toEqual(['bert answer', 'ada answer 2'])
  })
})
