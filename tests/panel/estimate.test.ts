import { redactVotes, valueRangeText } from '@convene/domain'
import { lineOf, strangers } from '@convene/reading'
import { describe, expect, test } from 'vitest'
import { asksOf, codesOf, facts, type Lines } from './decide-cast.ts'
import { days, estimated, estimating, likely } from './estimate-cast.ts'

const own: { readonly [agent: string]: string } = {
  ada: days(2, 4, 8, 'The schema has no tests. It takes 5 days at least.'),
  bert: days(4, 8, 16, 'Nobody has done it before.'),
  cleo: days(8, 16, 32, 'The vendor answers slowly, about two weeks.'),
}
const spread: Lines = { Estimate: (agent) => own[agent] ?? '' }

describe('an estimate of how long something takes', () => {
  test('is a range with the spread of the seats, never a point', async () => {
    const stage = await estimated(spread)
    const [end] = facts(stage, 'run.finished') as [
      { state: string; estimate: { range: { low: number; high: number } } },
    ]
    expect(end).toMatchObject({
      state: 'completed',
      summary: expect.stringContaining('Estimate: 4–16 days in 8 of 10 cases, middle 8 days'),
      estimate: {
        quantity: { kind: 'number', unit: 'days' },
        seats: [{ agent: 'ada' }, { agent: 'bert' }, { agent: 'cleo' }],
      },
    })
    expect(end.estimate.range.low).toBeCloseTo(4)
    expect(end.estimate.range.high).toBeCloseTo(16)
    const [report] = (facts(stage, 'message') as { kind: string; text: string }[]).filter(
      ({ kind }) => kind === 'synthesis',
    )
    for (const range of ['2–8 days', '4–16 days', '8–32 days']) expect(report?.text).toContain(range)
  })

  test('costs two answers per seat, and nobody is paid for a report', async () => {
    const stage = await estimated(spread)
    expect(asksOf(stage, 'Estimate')).toHaveLength(6)
    expect(asksOf(stage, 'Synthesize')).toEqual([])
  })

  test('shows the seats only reasons without numbers between the rounds', async () => {
    const stage = await estimated(spread)
    const second = asksOf(stage, 'Estimate').slice(3)
    for (const { text } of second) {
      const [reasons = ''] = text.split('## Your turn')
      expect(reasons).toContain('## Reasons')
      expect(reasons.replace(/^# .*$/gmu, '').replace(/Current date:.*/u, '')).not.toMatch(/\d|two weeks/u)
    }
    expect(second.find(({ agent }) => agent === 'bert')?.text).toContain('The schema has no tests.')
    expect(second.find(({ agent }) => agent === 'bert')?.text).not.toMatch(/Ada|ada/u)
  })

  test('asks once after a quick depth, and of copies of one model', async () => {
    expect(
      asksOf(await estimated(spread, undefined, estimating({ protocol: 'estimate', depth: 'quick' })), 'Estimate'),
    ).toHaveLength(3)
    expect(
      asksOf(await estimated(spread, undefined, estimating({ protocol: 'estimate' }, false)), 'Estimate'),
    ).toHaveLength(3)
  })

  test('remembers what a seat said before it had read the reasons', async () => {
    const stage = await estimated({
      Estimate: (agent, nth) => (agent === 'ada' && nth === 2 ? days(4, 8, 16) : (own[agent] ?? '')),
    })
    const [pooled] = facts(stage, 'estimate.pooled') as [{ seats: readonly { agent: string; first?: object }[] }]
    expect(pooled.seats.map(({ first }) => first)).toEqual([{ low: 2, middle: 4, high: 8 }, undefined, undefined])
  })
})

describe('an estimate of how likely something is', () => {
  test('is the mean of the log-odds, between the lowest and the highest seat', async () => {
    const stage = await estimated(
      { Estimate: (agent) => likely(agent === 'ada' ? 20 : agent === 'bert' ? 50 : 80) },
      'How likely is it that the release slips?',
    )
    expect(facts(stage, 'run.finished')).toMatchObject([
      { state: 'completed', summary: expect.stringContaining('20–80 % likely (3 seats), together 50 %') },
    ])
  })
})

describe('seats that do not cooperate', () => {
  test('are asked once more, then the others are the estimate, and the run says who is missing', async () => {
    const stage = await estimated({
      Estimate: (agent) => (agent === 'ada' ? 'I cannot know that.' : (own[agent] ?? '')),
    })
    expect(codesOf(stage)).toEqual(['estimate_unread', 'estimate_unread'])
    expect(facts(stage, 'run.finished')).toMatchObject([
      {
        state: 'cancelled',
        reason: 'members_missing',
        lacks: { who: ['ada'] },
        estimate: { seats: [{ agent: 'bert' }, { agent: 'cleo' }] },
      },
    ])
  })

  test('in the wrong order learn why, and their second answer counts', async () => {
    const stage = await estimated({
      Estimate: (agent, nth) => (agent === 'ada' && nth === 1 ? days(9, 4, 2) : (own[agent] ?? '')),
    })
    const again = asksOf(stage, 'Estimate').filter(({ agent }) => agent === 'ada')[1]?.text
    expect(again).toContain('its three numbers do not go up from P10 to P90')
    expect(facts(stage, 'run.finished')).toMatchObject([{ state: 'completed' }])
  })

  test('that repeat the question have said nothing', async () => {
    const stage = await estimated({ Estimate: (agent, _nth, ask) => (agent === 'ada' ? ask : (own[agent] ?? '')) })
    expect(codesOf(stage)[0]).toBe('estimate_unread')
    expect(facts(stage, 'run.finished')).toMatchObject([{ reason: 'members_missing' }])
  })

  test('that all refuse leave no estimate, and the run has failed', async () => {
    const stage = await estimated({ Estimate: 'No.' })
    expect(facts(stage, 'run.finished')).toMatchObject([{ state: 'failed', reason: 'error:no_estimate' }])
    expect(facts(stage, 'estimate.pooled')).toEqual([])
  })

  test('that abstain are not asked again', async () => {
    const stage = await estimated({ Estimate: (agent) => (agent === 'ada' ? 'ABSTAIN' : (own[agent] ?? '')) })
    expect(asksOf(stage, 'Estimate').filter(({ agent }) => agent === 'ada')).toHaveLength(2)
    expect(facts(stage, 'run.finished')).toMatchObject([
      { state: 'completed', estimate: { seats: [{ agent: 'bert' }, { agent: 'cleo' }] } },
    ])
  })
})

test('no answer is seen by people before all are in, and all of them afterwards', async () => {
  const stage = await estimated(spread)
  const pooledAt = stage.events.findIndex(({ type }) => type === 'estimate.pooled')
  const open = JSON.stringify(redactVotes(stage.events.slice(0, pooledAt)))
  expect(open).not.toMatch(/P50: \d|"middle"|16 days|5 days at least/u)
  expect(JSON.stringify(redactVotes(stage.events))).toContain('16 days')
})

test('the story says what was estimated, in one line', async () => {
  const stage = await estimated(spread)
  const pooled = stage.events.find(({ type }) => type === 'estimate.pooled')
  const line = pooled && lineOf(pooled, strangers)
  expect(line?.text).toBe('Estimate: 4–16 days in 8 of 10 cases, middle 8 days')
})

test('a goal that asks how long something takes is an estimate without being told', async () => {
  const stage = await estimated(spread, 'How many weeks will the migration take?', estimating({}))
  expect(facts(stage, 'protocol.chosen')).toMatchObject([
    { protocol: 'estimate', by: 'goal', quantity: { kind: 'number', unit: 'weeks' } },
  ])
  expect(valueRangeText({ low: 1, middle: 2, high: 3 }, { kind: 'number', unit: 'weeks' })).toBe('1–3 weeks')
})
