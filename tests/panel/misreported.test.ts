import { describe, expect, test } from 'vitest'
import { facts, type Lines, OPTIONS, played, SECTIONS, vote } from './decide-cast.ts'

describe('a Head that reports another result than the vote', () => {
  const split: Lines = { Topic: OPTIONS, Contribute: (agent) => vote(agent === 'ada' ? 'B' : 'A') }
  const reporting = (summary: string): Lines => ({
    ...split,
    Synthesize: SECTIONS.map((name) => `## ${name}\n\n- ${summary}`).join('\n\n'),
  })
  const reportOf = async (summary: string, lines: Lines = {}) => {
    const made = facts(await played({ ...reporting(summary), ...lines }), 'artifact') as {
      kind: string
      text: string
    }[]
    return made.find(({ kind }) => kind === 'report')?.text ?? ''
  }
  const counted = '**Decided by plain majority: Keep Redis.** Keep Redis 2 · Move to Postgres 1\n\n## Executive Summary'

  test('does not have the first word if it names another option', async () => {
    expect((await reportOf('The panel voted 3 to 0: Move to Postgres.')).startsWith(counted)).toBe(true)
  })

  test('does not have the first word if it calls a split vote unanimous', async () => {
    expect((await reportOf('Keep Redis was chosen unanimously.')).startsWith(counted)).toBe(true)
  })

  test.each(['3 to 0', '3:0', '3 – 0', '0 : 3'])(
    'does not have the first word if it says %s after 2 : 1',
    async (votes) => {
      expect((await reportOf(`The panel voted ${votes} to keep Redis.`)).startsWith(counted)).toBe(true)
    },
  )

  test.each(['2 to 1', '2:1', '1 : 2'])('is not corrected if it says %s', async (votes) => {
    expect(await reportOf(`The panel voted ${votes} to keep Redis.`)).toMatch(/^## Executive Summary/u)
  })

  test.each(['24:00', 'in 3-5 weeks', 'at 1:30', '1.2:1'])(
    'is not corrected for %s, which is no count',
    async (text) => {
      expect(await reportOf(`Keep Redis, ${text}.`)).toMatch(/^## Executive Summary/u)
    },
  )

  test('is not corrected if it names the decision', async () => {
    const unchanged = /^## Executive Summary/u
    expect(await reportOf('Most want to **keep Redis**.')).toMatch(unchanged)
    expect(await reportOf('All want to keep Redis, unanimously.', { Contribute: vote('A') })).toMatch(unchanged)
  })
})

test('a message that came later is never shown as the cause of a change', async () => {
  const stage = await played({
    Topic: OPTIONS,
    Contribute: (agent, nth) => {
      if (agent !== 'ada') return vote(agent === 'bert' ? 'A' : 'B')
      const said = '\nCHANGED: yes, because a lost session costs little [m12] and m14 says so'
      return nth === 1 ? vote('B') : `As shown [m12, m4].\n${vote('A', said)}`
    },
  })
  const changed = facts(stage, 'position').filter((one) => (one as { changed: boolean }).changed)
  expect(changed).toMatchObject([
    { grounds: 'unknown', because: 'a lost session costs little and a message that does not exist says so' },
  ])
  const words = (facts(stage, 'message') as { text: string }[])
    .map(({ text }) => text)
    .find((text) => text.startsWith('As shown'))
  expect(words).toMatch(/^As shown \[m4\]\./u)
  expect((facts(stage, 'message') as unknown[]).length).toBeGreaterThan(12)
})
