import { toArray } from '@convene/domain'
import { answerParts, callParts, failureParts, type Play, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { ending } from '../plan/story.ts'
import { unattended } from './teams.ts'

type Call = readonly [tool: string, target: string]

/** An agent that makes these calls one after the other, and then says that all is done. */
const claims =
  (...calls: readonly Call[]): Play =>
  ({ lines }) => {
    const next = calls[toArray(lines).filter(({ role }) => role === 'tool').length]
    return next ? callParts(next) : answerParts('It is published.')
  }

async function ended(rules: object, model: Play, mode = 'agent') {
  const settings = { permissions: [{ layer: 'user', rules }] } as never
  const stage = new SimulatedSession({ model })
  await stage.create(unattended(mode, { settings }))
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return ending(stage)
}

describe('a run whose only command was not allowed', () => {
  test.each([
    ['a rule denies all of them', { shell: 'deny' }],
    ['nobody is there to ask', { shell: 'ask' }],
    ['a rule denies this one', { shell: { '*': 'allow', 'rm *': 'deny' } }],
  ])('is not done if %s, whatever the agent says, and names the command', async (_why, rules) => {
    for (const mode of ['agent', 'broadcast', 'sequential']) {
      const end = await ended(rules, claims(['shell', 'rm -r out']), mode)
      expect(end).toMatchObject({ state: 'cancelled', reason: 'not_allowed' })
      expect(end?.summary).toContain('Not done, because it was not allowed:\n- shell rm -r out')
    }
  })

  test('is not done if it only read something as well', async () => {
    const end = await ended({ shell: 'ask', read: 'allow' }, claims(['shell', 'npm publish'], ['read', 'a.ts']))
    expect(end).toMatchObject({ state: 'cancelled', reason: 'not_allowed' })
  })
})

test('a run that did something else instead is done, and says what was not allowed', async () => {
  const rules = { shell: 'ask', write: 'allow' }
  const end = await ended(rules, claims(['shell', 'npm publish'], ['write', 'note.md']))
  expect(end).toMatchObject({ state: 'completed', reason: 'done' })
  expect(end?.summary).toContain('Not done, because it was not allowed:\n- shell npm publish')
})

test('a run whose command the user denied is done, and says what was not allowed', async () => {
  const stage = new SimulatedSession({ model: claims(['shell', 'npm publish']) })
  await stage.create(unattended('agent', { settings: { interactive: true } }))
  await stage.untilRest()
  const ask = Object.keys((await stage.engine.state(stage.session))?.asks ?? {})[0] as never
  await stage.tell({ type: 'permit', ask, answer: 'deny', by: 'person', reason: 'Not now.' })
  await stage.untilRest()
  expect(ending(stage)).toMatchObject({ state: 'completed', reason: 'done' })
  expect(ending(stage)?.summary).toContain('Not done, because it was not allowed:\n- shell npm publish')
})

test('a run that was only kept from reading is done', async () => {
  expect(await ended({ read: 'ask' }, claims(['read', 'a.ts']))).toMatchObject({ state: 'completed', reason: 'done' })
})

describe('a provider that asks for patience until a call is given up', () => {
  test.each(['agent', 'broadcast', 'sequential'])('is named as the cause in mode %s', async (mode) => {
    const message = 'OpenAI (429): Rate limit reached for requests.'
    const end = await ended({}, () => failureParts('rate_limited', { message }), mode)
    expect(end).toMatchObject({ state: 'failed' })
    expect(end?.reason).toMatch(/^error:(?:rate_limited|all_members_failed)$/u)
    expect(end?.summary).toContain('OpenAI (429): Rate limit reached for requests. It was tried 14 times.')
    expect(end?.summary).not.toContain('times in a row')
  })
})
