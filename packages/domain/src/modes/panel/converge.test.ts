import { expect, test } from 'vitest'
import { seat, teamOf } from '../../session/session.fixture.ts'
import { uncalledSeats } from './converge.ts'
import { type Ballot, blank, type Panel, type PanelContext } from './state.ts'

const members = ['ada', 'bert', 'cleo'].map((slug) => seat(slug))
const called = (panel: Partial<Panel>): readonly string[] => {
  const context = { run: { team: teamOf(...members) }, panel: { ...blank, ...panel } } as unknown as PanelContext
  return uncalledSeats(context).map(({ slug }) => slug)
}
const ballot: Ballot = { voter: 'bert', option: 'wait', confidence: null, reason: '', rank: [], veto: '' }

test('everybody is called to the ballot once', () => {
  expect(called({})).toEqual(['ada', 'bert', 'cleo'])
  expect(called({ tried: { 'Final position': 3 }, ballots: [ballot] })).toEqual([])
})

test('whose ballot could not be read is not called again when another was cut off', () => {
  expect(called({ tried: { 'Final position': 2 }, cut: ['cleo'], ballots: [ballot] })).toEqual(['cleo'])
})

test('who was cut off twice is not called a third time', () => {
  expect(called({ cut: ['ada', 'bert', 'cleo'] })).toEqual(['ada', 'bert', 'cleo'])
  expect(called({ tried: { 'Final position': 2 }, cut: ['cleo', 'cleo'] })).toEqual([])
})
