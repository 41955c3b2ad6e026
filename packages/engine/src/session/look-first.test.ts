import { answerParts, callParts, type Play, runOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import type { ToolHost } from '../ports/tools.ts'

const calls: Play = (_request, call) => (call === 1 ? callParts(['read', 'a.md']) : answerParts('Done.'))
const forEver = new Promise<never>(() => {})
const run: ToolHost['run'] = async () => ({ ok: true, output: 'text' })

async function begun(inspect: ToolHost['inspect']): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model: calls, tools: { inspect, run } })
  await stage.create(runOf())
  return stage
}

/** The event types of each append. */
const appends = (stage: SimulatedSession) =>
  [...Map.groupBy(stage.events, ({ batch }) => batch).values()].map((events) => events.map(({ type }) => type))

test('an answer, its call’s inspection, and the intent to run it are one append', async () => {
  const stage = await begun(async () => [{ permission: 'read', target: 'a.md' }])
  await stage.untilRest()
  const replied = appends(stage).find((types) => types.includes('model.replied'))
  expect(replied).toEqual(expect.arrayContaining(['model.replied', 'tool.called', 'effect.started']))
  expect(appends(stage)).toHaveLength(4)
  expect(stage.world.violations).toEqual([])
})

test('an answer is stored quickly, however long the inspection takes', async () => {
  const stage = await begun(() => forEver)
  await stage.play(25)
  expect(appends(stage).at(-1)).toContain('model.replied')
  expect(stage.events.some(({ type }) => type === 'tool.called')).toBe(false)
})

test('an answer not yet stored when its process died is requested again', async () => {
  const stage = await begun(() => forEver)
  await stage.play(5)
  await stage.restart()
  await stage.play(25)
  expect(stage.requests).toHaveLength(2)
  expect(stage.events.filter(({ type }) => type === 'effect.lost')).toHaveLength(1)
  expect(stage.world.violations).toEqual([])
})
