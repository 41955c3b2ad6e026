import { askOf, panelOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { plays, report } from '../golden/panel-cast.ts'
import { ofType } from '../plan/story.ts'

const named = report
  .replace('All said so. [m4, m5]', 'ADA argued well, on alpha/one. [m4, m5]')
  .replace('Nobody disagreed.', '- **BERT** voted for “Ship” [m5]')

test('nobody in a panel after a reset reads about the one before', async () => {
  const stage = new SimulatedSession({ model: plays({ Synthesize: named }) })
  await stage.create(panelOf())
  await stage.untilRest()
  await stage.tell({ type: 'reset' })
  const before = stage.requests.length
  await stage.tell({ type: 'run', goal: 'And what else?', run: panelOf() })
  await stage.untilRest()
  expect(ofType(stage, 'run.finished')).toHaveLength(2)
  const later = stage.requests.slice(before)
  expect(later.length).toBeGreaterThan(5)
  for (const request of later) expect(JSON.stringify(request.lines)).not.toMatch(/Earlier in this session|argued well/u)
})

test('the panelists of a second panel read about the first one under aliases', async () => {
  const stage = new SimulatedSession({ model: plays({ Synthesize: named }) })
  await stage.create(panelOf())
  await stage.untilRest()
  const before = stage.requests.length
  await stage.tell({ type: 'run', goal: 'And what would CLEO need?', run: panelOf() })
  await stage.untilRest()
  expect(ofType(stage, 'run.finished')).toHaveLength(2)
  const debated = stage.requests.slice(before).filter((request) => askOf(request).heading === 'Contribute')
  for (const request of debated) {
    const { text } = askOf(request)
    expect(text).toMatch(/> - \*\*Panelist [ABC]\*\* voted for “Ship”/u)
    expect(text).not.toMatch(/ADA|BERT|CLEO|alpha\/one/u)
  }
  expect(debated.length).toBeGreaterThan(2)
  expect(stage.world.violations).toEqual([])
})
