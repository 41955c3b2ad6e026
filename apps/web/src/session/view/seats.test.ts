import { type Facts, fromWire } from '@convene/domain'
import { expect, test } from 'vitest'
import { foldEvent } from './fold.ts'
import { agentCost, speakerOf } from './seats.ts'
import { newStory } from './story.fixture.ts'
import { emptyView } from './view.ts'

/** A panel, followed by a run of a crew in the same session. */
function twoRuns(costUsd: number | null) {
  const panel = newStory('panel', ['head', 'architect', 'security'])
  panel.say('architect', 'Postgres.', 1)
  const crew = newStory('plan', ['performance'])
  const started = crew.events.find(({ type }) => type === 'run.started')
  const events = panel.events.map((event) =>
    event.type === 'usage' ? { ...event, data: { ...(event.data as Facts['usage']), costUsd } } : event,
  )
  const view = emptyView(panel.session)
  for (const event of events) foldEvent(view, fromWire(event))
  const before = speakerOf(view, 'architect')
  panel.add('run.started', { ...(started?.data as Facts['run.started']), number: 2 })
  for (const event of panel.events.slice(events.length)) foldEvent(view, fromWire(event))
  return { view, before }
}

test('agents of an earlier run keep their names and colours when the next run starts', () => {
  const { view, before } = twoRuns(0.01)
  expect(before).toMatchObject({ slug: 'architect', name: 'Architect' })
  expect(speakerOf(view, 'architect')).toBe(before)
  expect(speakerOf(view, 'performance').name).toBe('Performance')
  expect(speakerOf(view, 'nobody').name).toBe('nobody')
})

test('the cost of an agent includes its earlier runs, and is left out if it is unknown or nothing has ended yet', () => {
  expect(agentCost(twoRuns(0.01).view, 'architect')).toBe('$0.01')
  expect(agentCost(twoRuns(null).view, 'architect')).toBe('')
  expect(agentCost(twoRuns(null).view, 'performance')).toBe('')
})
