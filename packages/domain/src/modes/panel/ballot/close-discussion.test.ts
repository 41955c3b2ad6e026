import { expect, test } from 'vitest'
import type { Event } from '../../../event/event.ts'
import type { TaskKind } from '../../../event/task-kind.ts'
import { seat, teamOf } from '../../../session/session.fixture.ts'
import { withParts } from '../accessors.ts'
import { evolvePanel } from '../evolve.ts'
import { blank, type Panel } from '../state.ts'
import { uncalledSeats } from './close-discussion.ts'
import type { BallotContext, BallotState, CastBallot } from './state.ts'

const members = ['ada', 'bert', 'cleo'].map((slug) => seat(slug))
const called = (ballot: Partial<BallotState>): readonly string[] => {
  const context = { run: { team: teamOf(...members) }, panel: withParts(blank, { ballot }) } as unknown as BallotContext
  return uncalledSeats(context).map(({ slug }) => slug)
}
const cast: CastBallot = { voter: 'bert', option: 'wait', confidence: null, reason: '', veto: '', model: '' }

test('everyone is called to the ballot once', () => {
  expect(called({})).toEqual(['ada', 'bert', 'cleo'])
  expect(called({ ballotsAsked: 3, ballots: [cast] })).toEqual([])
})

test('a panelist with an unreadable ballot is not called again because another was cut off', () => {
  expect(called({ ballotsAsked: 2, cut: ['cleo'], ballots: [cast] })).toEqual(['cleo'])
})

test('a panelist that was cut off twice is not called a third time', () => {
  expect(called({ cut: ['ada', 'bert', 'cleo'] })).toEqual(['ada', 'bert', 'cleo'])
  expect(called({ ballotsAsked: 2, cut: ['cleo', 'cleo'] })).toEqual([])
})

const event = (of: object) => of as unknown as Event
const asked = (kind: TaskKind, agent: string, task: string) =>
  event({ type: 'task.assigned', task, agent, data: { to: agent, kind } })
const silenced = (agent: string, task: string) =>
  event({ type: 'task.finished', task, agent, data: { ok: false, report: '', error: { code: 'limit_reached' } } })
const answered = (agent: string, task: string) =>
  event({ type: 'task.finished', task, agent, data: { ok: true, report: 'VOTE: wait' } })
const after = (...events: readonly Event[]): Panel => events.reduce(evolvePanel, blank)
const slugs = members.map(({ slug }) => slug)
const ballots = (time: string, silent: readonly string[]): readonly Event[] => [
  ...slugs.map((slug) => asked('final_position', slug, `${slug}${time}`)),
  ...slugs.map((slug) => (silent.includes(slug) ? silenced : answered)(slug, `${slug}${time}`)),
]

test('a panelist that voted at the second call is not called again because another was cut off', () => {
  expect(called(after(...ballots('1', slugs)).ballot)).toEqual(slugs)
  expect(called(after(...ballots('1', slugs), ...ballots('2', ['cleo'])).ballot)).toEqual([])
})

test('everyone votes again after the debate has resumed, even if a limit had cut someone off', () => {
  const resumed = event({ type: 'run.state', data: { from: 'converging', to: 'running', trigger: 'debateResumed' } })
  expect(called(after(...ballots('1', ['cleo']), resumed).ballot)).toEqual(slugs)
})

test('a Head that is cut off is asked for the report once more, but not a third time', () => {
  const once = [asked('synthesize', 'hugo', 's1'), silenced('hugo', 's1')]
  const twice = [...once, asked('synthesize', 'hugo', 's2'), silenced('hugo', 's2')]
  expect(after(...once).report.reportsAsked).toBe(0)
  expect(after(...twice).report.reportsAsked).toBe(1)
})
