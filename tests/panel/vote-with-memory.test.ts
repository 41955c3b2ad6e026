import { REPORT_SECTIONS } from '@convene/domain'
import type { SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { asksOf, codesOf, decided, type Lines, played, start } from './decide-cast.ts'

const report = REPORT_SECTIONS.map((name) => `## ${name}\n\nSo it is. [m4]`).join('\n\n')
const wordsOf = (agent: string) => `The word of ${agent} about plain files.`

const script: Lines = {
  Contribute: (agent, nth) => `${wordsOf(agent)} Turn ${nth}.\nPOSITION: Use plain files\nCONFIDENCE: 50`,
  'Converged?': 'NOT_CONVERGED: no.',
  Options: '- Use plain files\n- Use SQLite',
  'Final position': 'POSITION: Use plain files\nVOTE: A\nREASON: so',
  Synthesize: report,
}

const discussion = (limits: object) => start({ settings: { mode: { protocol: 'discuss' } }, limits })

/** Everything each panelist can read when it is asked for its ballot. */
const ballotsOf = (stage: SimulatedSession) =>
  stage.requests
    .filter(({ lines }) => JSON.stringify(lines).includes('# Final position'))
    .map(({ agent, lines }) => ({ agent, text: JSON.stringify(lines) }))

describe('a panelist that votes after a discussion has reached its limit', () => {
  test.for([
    ['turns', { maxTurns: 7 }],
    ['time', { maxDuration: 0.12 / 60 }],
    ['tokens', { maxTotalTokens: 14_000 }],
  ] as const)('of %s knows what it said and what the others hold', async ([, limits]) => {
    const stage = await played(script, discussion(limits))
    const asks = ballotsOf(stage)
    expect(asks.map(({ agent }) => agent).toSorted()).toEqual(['ada', 'bert', 'cleo'])
    for (const { agent, text } of asks) {
      expect(text).toContain(wordsOf(agent))
      expect(text).toContain('Panelist')
    }
  })

  test('of turns reads everything that was said, as if the discussion had converged', async () => {
    const stage = await played(script, discussion({ maxTurns: 7 }))
    for (const { text } of ballotsOf(stage))
      expect(text.match(/The word of \S+ ?[A-C]? about plain files\. Turn \d/gu)).toHaveLength(7)
  })

  test('of turns is asked again if its ballot could not be read', async () => {
    const stage = await played(
      { ...script, 'Final position': (agent) => (agent === 'ada' ? 'Well.' : 'VOTE: A\nREASON: so'), Vote: 'VOTE: B' },
      discussion({ maxTurns: 7 }),
    )
    expect(asksOf(stage, 'Vote').map(({ agent }) => agent)).toEqual(['ada'])
    expect(decided(stage).votes).toEqual({ 'Use plain files': 2, 'Use SQLite': 1 })
  })
})

test('a report that lacks sections is requested again, although the turns were used up', async () => {
  const stage = await played(
    { ...script, Synthesize: '## Executive Summary\n\nSo. [m4]', 'Repair citations': report },
    discussion({ maxTurns: 7 }),
  )
  expect(asksOf(stage, 'Repair citations')).toHaveLength(1)
  expect(codesOf(stage)).not.toContain('sections_unwritten')
})
