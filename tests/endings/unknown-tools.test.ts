import { Seat } from '@convene/domain'
import { runOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'

const ada = Seat.parse({ name: 'Ada', slug: 'ada', prompt: 'You work.', model: 'alpha/one', seat: 'member' })

test('an agent that only calls tools that do not exist ends with a sentence about its tools', async () => {
  const stage = new SimulatedSession({
    model: ({ effect }) => [
      { type: 'call', tool: 'fly', input: { to: effect } },
      { type: 'finish', finish: 'tools', usage: null },
    ],
  })
  await stage.create(runOf({ mode: 'agent', team: { members: [ada] } }))
  await stage.untilRest()
  const end = stage.events.find(({ type }) => type === 'run.finished')
  expect(end?.data).toMatchObject({ state: 'failed' })
  expect(JSON.stringify(end?.data)).toMatch(/only called tools that do not exist.*tools of the agent/u)
})
