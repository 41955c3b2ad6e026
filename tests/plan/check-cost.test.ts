import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '@convene/domain'
import type { Checked } from '@convene/engine'
import { SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { cast, crewOf, planOf, step } from './crew.ts'
import { asksOf, ofType } from './story.ts'

const guide = join(import.meta.dirname, '../../docs/guide/checks.md')

const checks: readonly Check[] = [
  { kind: 'command', run: 'npm test -- login' },
  { kind: 'command', run: 'npm run lint' },
]
const failed: Checked = { outcome: 'failed', reason: 'exit code 1', exit: 1, output: 'AssertionError: 1 is not 2' }
const passed: Checked = { outcome: 'passed', exit: 0, output: '# tests 12\n# pass 12\n' }
const report = 'I wrote the limit. All 12 tests pass, and I created src/login.ts.'

/** Two steps with two checks each, or without any, and their owners' reports. */
async function built(own: readonly Check[] | undefined, said: string) {
  const more = own ? { checks: [...own] } : {}
  const plan = planOf(step('s1', 'coder', more), step('s2', 'coder', { ...more, dependsOn: ['s1'] }))
  const stage = new SimulatedSession({
    model: cast({ planner: { Plan: plan }, coder: { Task: said } }),
    checks: { run: async ({ moment }) => (moment === 'before' ? failed : passed) },
  })
  await stage.create(crewOf({ settings: { yes: false } }))
  await stage.untilRest()
  if (ofType(stage, 'question.answered').length === 0) {
    await stage.tell({ type: 'approve', by: 'person' })
    await stage.untilRest()
  }
  const reviews = ['coder', 'tester', 'reviewer'].flatMap((agent) => asksOf(stage, agent, 'review'))
  return { calls: ofType(stage, 'effect.started').filter(({ data }) => data.kind === 'model').length, reviews }
}

/** As a rule of thumb, a token is four characters. */
const tokensIn = (texts: readonly string[]): number => Math.round(texts.join('').length / 4 / texts.length)

test('checks that pass and marks on claims cost no model call, and few tokens of each review', async () => {
  const [bare, full] = [await built(undefined, 'I wrote the limit.'), await built(checks, report)]
  expect(bare.reviews.length).toBeGreaterThan(0)
  expect(full.calls).toBe(bare.calls)
  expect(full.reviews).toHaveLength(bare.reviews.length)
  const added = tokensIn(full.reviews) - tokensIn(bare.reviews)
  expect(full.reviews[0]).toContain('npm test -- login')
  const [, written] = /add about (\d+) tokens to a review/u.exec(readFileSync(guide, 'utf8')) ?? []
  expect(Math.abs(added - Number(written)), `${added} tokens, and the guide says ${written}`).toBeLessThanOrEqual(5)
})
