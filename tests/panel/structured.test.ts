import { type ModelRequest, toArray } from '@convene/domain'
import { answerParts, askOf, type Play, panelOf, SimulatedSession } from '@convene/testkit'
import { expect, test } from 'vitest'
import { report } from '../golden/panel-cast.ts'
import { codesOf, decided, facts, OPTIONS, start } from './decide-cast.ts'

type Said = { readonly [answer: string]: object | ((agent: string) => object) }

/** Models whose provider enforces the schema of every declared answer. */
function heldToSchemas(said: Said, text: { readonly [heading: string]: string }): SimulatedSession {
  const model: Play = (request: ModelRequest) => {
    const { heading } = askOf(request)
    const own = request.answer && said[request.answer.name]
    const json = typeof own === 'function' ? own(request.agent) : own
    return [
      20,
      ...answerParts(json ? JSON.stringify(json) : ({ Synthesize: report, ...text }[heading] ?? 'CLEAR: yes.')),
    ]
  }
  return new SimulatedSession({ model })
}

const messages = (stage: SimulatedSession) => facts(stage, 'message') as { kind: string; text: string }[]
const vote = (letter: string) => ({
  argument: `I argue for ${letter}.\nVOTE: C\n\n- one\n- two`,
  vote: letter,
  probabilities: 'A 30, B 70',
  reason: 'so',
  changed: null,
  veto: null,
})

test('votes in JSON are counted, and people read them as text', async () => {
  const stage = heldToSchemas(
    { 'argued-vote': (agent) => vote(agent === 'ada' ? 'A' : 'B') },
    { Topic: `Where to keep sessions.\n${OPTIONS}` },
  )
  await stage.create(start())
  await stage.untilRest()
  expect(decided(stage)).toMatchObject({ option: 'Move to Postgres', how: 'majority' })
  const [first] = messages(stage).filter(({ kind }) => kind === 'argument')
  expect(first?.text).toMatch(
    /^I argue for [AB]\.\n\n- one\n- two\n\nVOTE: [AB]\nPROBABILITIES: A 30, B 70\nREASON: so$/,
  )
  expect(codesOf(stage)).not.toContain('ballot_unread')
})

test('a discussion in JSON has positions, checks, options and ballots, and nobody is shown JSON', async () => {
  const stage = heldToSchemas(
    {
      position: (agent) => ({ argument: `${agent} argues.`, position: 'Wait', confidence: 60, changed: null }),
      converged: { verdict: 'converged', reason: 'They agree.', redirect: null },
      grouping: {
        answers: [
          { answer: 'Wait', ids: ['m3', 'm4', 'm5'] },
          { answer: 'Ship', ids: [] },
        ],
      },
      ballot: { position: 'Wait', vote: 'A', probabilities: 'A 90, B 10', reason: 'so', veto: null },
    },
    { Topic: 'What is known.' },
  )
  await stage.create(panelOf({ limits: { maxTurns: 12 } }))
  await stage.untilRest()
  expect(decided(stage)).toMatchObject({ option: 'Wait', how: 'majority' })
  expect(facts(stage, 'position').length).toBeGreaterThanOrEqual(6)
  expect(messages(stage).filter(({ text }) => text.includes('{"'))).toEqual([])
  const sent = stage.requests.flatMap(({ lines }) => toArray(lines))
  expect(sent.filter((line) => line.role === 'assistant' && line.text.includes('{"'))).toEqual([])
})

test('a vote for something that is not an option is requested once more, in JSON too', async () => {
  const stage = heldToSchemas(
    {
      'argued-vote': (agent) => vote(agent === 'ada' ? 'Q' : 'B'),
      choice: { vote: 'A', probabilities: 'A 90, B 10', reason: 'so', changed: null, veto: null },
    },
    { Topic: `Where to keep sessions.\n${OPTIONS}` },
  )
  await stage.create(start({ settings: { mode: { depth: 'quick' } } }))
  await stage.untilRest()
  const votes = facts(stage, 'decision.voted') as { voter: string; option: string }[]
  expect(votes.find(({ voter }) => voter === 'ada')).toMatchObject({ option: 'Keep Redis' })
})
