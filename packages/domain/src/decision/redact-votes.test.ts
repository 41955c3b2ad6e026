import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import type { Event } from '../event/event.ts'
import { items } from '../list/list.ts'
import { domain, runStart, told } from '../session/session.fixture.ts'
import { atWork, deliberated, proposed, recording, says, votes } from './decision.fixture.ts'
import { isBallot } from './places.ts'
import { redactVotes } from './redact-votes.ts'

const options = ['the-red-one', 'the-blue-one']
const proposal = { type: 'propose', topic: 'Which?', options } as const
const secret = /VOTE: the-red-one|knows\.|"option":"the-(red|blue)-one"/
const seated = { settings: { decisions: { windowMs: 120_000, userVotes: true } } }

/** Two of three agents and the user have voted: one in its reply, one by tool call while working. */
const open = () =>
  recording(() => {
    const mid = { calls: [{ tool: 'vote', input: { decision: 'd1', option: 'the-blue-one', reason: 'cleo knows.' } }] }
    const early = says(atWork(seated), 'ada', 'Mine.')
    const asking = proposed(early, proposal)
    const cast = says(asking, 'cleo', 'cleo argues.')
    const worked = says(cast, 'cleo', '', { ...mid, finish: 'tools' })
    const voting = says(says(worked, 'ada', 'ada argues.'), 'bert', 'bert argues.')
    const voted = votes(voting, 'ada', 'the-red-one')
    told(voted, { type: 'vote', decision: 'd1', option: 'the-red-one', reason: 'the user knows.' })
  })

const shown = (events: readonly Event[]): string => JSON.stringify(redactVotes(events))

describe('while a vote is open', () => {
  test('the log has every vote', () => {
    const voters = open().flatMap((event) => (event.type === 'decision.voted' ? [event.data.voter] : []))
    expect(voters).toEqual(['cleo', 'ada', 'user'])
    expect(JSON.stringify(open())).toMatch(secret)
  })

  test('neither the whole log nor any part of it shows one', () => {
    const events = open()
    expect(shown(events)).not.toMatch(secret)
    for (let at = 0; at < events.length; at++) expect(shown(events.slice(at))).not.toMatch(secret)
    for (const event of events) expect(shown([event])).not.toMatch(secret)
  })

  test('it is visible who has voted, and everything else is unchanged', () => {
    const events = open()
    const voted = redactVotes(events).filter(({ type }) => type === 'decision.voted')
    expect(voted.map(({ data }) => data)).toEqual(
      ['cleo', 'ada', 'user'].map((voter) => ({ decision: 'd1', voter, option: '', reason: '' })),
    )
    const others = (list: readonly Event[]) =>
      list.filter(
        ({ task, type }) =>
          !isBallot(task) && type !== 'decision.voted' && type !== 'tool.called' && type !== 'model.replied',
      )
    expect(others(redactVotes(events))).toEqual(others(events))
  })

  test('no agent’s prompt contains one at any point', () => {
    let session = deliberated(proposed(atWork(), proposal))
    for (const agent of ['ada', 'bert']) {
      session = votes(session, agent, agent === 'ada' ? 'the-red-one' : 'the-blue-one')
      const calls = Object.values(session.started).filter((one): one is ModelEffect => one.kind === 'model')
      for (const call of calls) {
        const { system, lines } = domain.prompt(session, call)
        expect(`${system}${JSON.stringify([...items(lines)])}`).not.toMatch(/knows\.|VOTE: the-/)
      }
    }
  })
})

test('what the lead reads after a tie stays hidden until it has decided', () => {
  const events = recording(() => {
    const members = ['ada', 'bert']
    const voting = deliberated(proposed(atWork({ members }), proposal), ...members)
    votes(votes(voting, 'ada', 'the-red-one'), 'bert', 'the-blue-one')
  })
  expect(events.some((event) => event.type === 'task.assigned' && event.data.kind === 'decide')).toBe(true)
  expect(shown(events)).not.toMatch(secret)
  for (const event of events) expect(shown([event])).not.toMatch(secret)
})

test('everything is shown once the vote is committed', () => {
  const events = recording(() => {
    const voting = deliberated(proposed(atWork(), proposal))
    votes(votes(votes(voting, 'ada', 'the-red-one'), 'bert', 'the-red-one'), 'cleo', 'the-blue-one')
  })
  expect(redactVotes(events)).toEqual(events)
})

test('part of a log is shown in full to a reader that knows how the vote ended', () => {
  let done = atWork()
  const events = recording(() => {
    const voting = deliberated(proposed(done, proposal))
    done = votes(votes(votes(voting, 'ada', 'the-red-one'), 'bert', 'the-red-one'), 'cleo', 'the-blue-one')
  })
  const voted = events.filter(({ type }) => type === 'decision.voted')
  expect(redactVotes(voted)).not.toEqual(voted)
  for (const event of events) expect(redactVotes([event], done)).toEqual([event])
  const again = told(told(done, { type: 'stop' }), { type: 'run', goal: 'And then?', run: runStart() })
  expect(again.decisions).toEqual({})
  for (const event of events) expect(redactVotes([event], again)).toEqual([event])
})

test('a decision with the same name in another run keeps its votes secret', () => {
  const events = recording(() => {
    const voting = deliberated(proposed(atWork(), proposal))
    votes(votes(votes(voting, 'ada', 'the-red-one'), 'bert', 'the-red-one'), 'cleo', 'the-blue-one')
  })
  const other = events
    .filter(({ type }) => type === 'decision.voted')
    .map((event) => ({ ...event, run: 'OTHER' as never }))
  expect(shown([...events, ...other].slice(-3))).not.toMatch(secret)
})
