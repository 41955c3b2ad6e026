import { expect, test } from 'vitest'
import { asksOf, facts, type Lines, OPTIONS, played, start, vote } from './decide-cast.ts'

test('panelists with one model only vote, with the reason, and their votes are shown once', async () => {
  const split: Lines = { Topic: OPTIONS, Contribute: (agent) => vote(agent === 'ada' ? 'B' : 'A') }
  const stage = await played(split, start({}, false))
  expect(asksOf(stage, 'Contribute')).toHaveLength(3)
  expect(facts(stage, 'warning')).toContainEqual(
    expect.objectContaining({ code: 'same_model', message: expect.stringContaining('they vote, they do not debate') }),
  )
  const { counts } = facts(stage, 'decision.committed')[0] as { counts: readonly string[] }
  expect(counts.join('\n')).toMatch(/^Plain majority: Keep Redis 2 · Move to Postgres 1\n\d+ % likely right/u)
  expect(counts.join('\n')).toMatch(/Each vote counted: ADA 0\.\d \(same model as BERT/u)
  const asked = await played(split, start({ settings: { mode: { depth: 'standard' } } }, false))
  expect(asksOf(asked, 'Contribute')).toHaveLength(6)
})

test('panelists with one model debate anyway if the user wants it: each with a different brief, and it says so', async () => {
  const split: Lines = { Topic: OPTIONS, Contribute: (agent) => vote(agent === 'ada' ? 'B' : 'A') }
  const anyway = { settings: { mode: { debateAnyway: true } } }
  const stage = await played(split, start(anyway, false))
  const asks = asksOf(stage, 'Contribute')
  expect(asks).toHaveLength(6)
  const briefs = asks.flatMap(
    (ask) => /## Your brief\n\n(.+)/u.exec(JSON.stringify(ask).replaceAll('\\n', '\n'))?.[1] ?? [],
  )
  expect(new Set(briefs.slice(0, 3)).size).toBe(3)
  expect(facts(stage, 'warning')).toContainEqual(
    expect.objectContaining({
      code: 'same_model',
      message: expect.stringContaining('a debate of roles, not of models'),
    }),
  )
  const mixed = await played(split, start(anyway))
  expect(JSON.stringify(asksOf(mixed, 'Contribute'))).not.toContain('Your brief')
})
