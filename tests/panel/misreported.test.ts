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

  test('is not corrected if it names the decision', async () => {
    const unchanged = /^## Executive Summary/u
    expect(await reportOf('Most want to **keep Redis**.')).toMatch(unchanged)
    expect(await reportOf('All want to keep Redis, unanimously.', { Contribute: vote('A') })).toMatch(unchanged)
  })
})
