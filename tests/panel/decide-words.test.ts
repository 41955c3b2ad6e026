import { castOf, emptyStory, lineOf, sentenceOf } from '@convene/reading'
import type { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { facts, type Lines, OPTIONS, played, said, start, vote } from './decide-cast.ts'

const reportOf = (stage: SimulatedSession): string =>
  (facts(stage, 'artifact') as { kind: string; text: string }[]).find(({ kind }) => kind === 'report')?.text ?? ''
const countsOf = (stage: SimulatedSession) => (facts(stage, 'decision.committed')[0] as { counts: string[] }).counts
const told = (stage: SimulatedSession): string =>
  stage.events.map((event) => sentenceOf(lineOf(event, castOf(emptyStory)), (slug) => slug)).join('\n')

const tied: Lines = {
  Topic: OPTIONS,
  Contribute: (agent) => vote(agent === 'ada' ? 'A' : agent === 'bert' ? 'B' : 'abstain'),
}

describe('a decision that a limit ends before most have voted', async () => {
  const stage = await played({ Topic: OPTIONS, Contribute: vote('A') }, start({ limits: { maxCalls: 4 } }))

  test('says that too few voted, and does not mention a tie', () => {
    expect(reportOf(stage)).toMatch(
      /^\*\*Undecided\.\*\* Fewer than half voted, and the Head named none of the options\./u,
    )
    expect(reportOf(stage)).not.toContain('tied')
  })

  test('reports in plain words', () => {
    expect(reportOf(stage)).toContain('The debate: ended (model-call limit). The limit of 4 model calls was reached.')
    expect(reportOf(stage)).not.toMatch(/say so first|[a-z]_[a-z]|voted against/u)
  })

  test('is shown in plain words', () => {
    expect(told(stage)).toContain('The debate ends (model-call limit)')
    expect(told(stage)).not.toMatch(/\(rule |total_calls/u)
  })
})

test('an undecided question has no probability of being right; a decision has', async () => {
  const chance = expect.stringContaining('likely right')
  expect(countsOf(await played({ ...tied, Decide: 'Both.' }))).not.toContainEqual(chance)
  expect(countsOf(await played({ Topic: OPTIONS, Contribute: vote('A') }))).toContainEqual(
    expect.stringMatching(/^\d+ % likely right · first guess from 3 models of 3 vendors$/u),
  )
})

test('a unanimous vote is called unanimous, and no vote follows', async () => {
  const stage = await played({ Topic: OPTIONS, Contribute: vote('A') })
  expect(told(stage)).toContain('All 3 panelists vote for “Keep Redis”.')
  expect(told(stage)).toContain('All agree. Their votes count as the ballots.')
  expect(told(stage)).not.toContain('Final positions follow')
})

test('a vote that one panelist could not be counted in is not called unanimous', async () => {
  const stage = await played({
    Topic: OPTIONS,
    Contribute: (agent) => vote(agent === 'ada' ? 'Neither of them' : 'A'),
    Vote: 'VOTE: Neither of them',
  })
  expect(facts(stage, 'decision.committed')[0]).toMatchObject({ option: 'Keep Redis', how: 'majority' })
  expect(told(stage)).not.toMatch(/All 2 panelists|All agree/u)
  expect(told(stage)).toContain('The votes are counted')
})

test('a ballot in free text keeps its reason', async () => {
  const stage = await played({ Contribute: (agent) => said('Redis', ` says ${agent}`) })
  const reasons = (facts(stage, 'decision.voted') as { reason: string }[]).map(({ reason }) => reason)
  expect(reasons).toEqual(['so says ada', 'so says bert', 'so says cleo'])
})

test('a ballot in free text without a reason refers to the discussion', async () => {
  const stage = await played({ Contribute: 'POSITION: Redis' })
  expect(facts(stage, 'decision.voted')[0]).toMatchObject({ reason: expect.stringMatching(/^see \[m\d+\]$/u) })
})
