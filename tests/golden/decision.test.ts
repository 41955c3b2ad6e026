import { type Json, redactVotes, Seat, toArray } from '@convene/domain'
import { answerParts as answers, failureParts as fails, type Play, runOf, SimulatedSession, transcript } from '@convene/testkit'
import { expect, test } from 'vitest'
import { keep } from './keep.ts'

const lead = Seat.parse({ name: 'LEAD', slug: 'lead', prompt: 'You lead.', model: 'alpha/one', seat: 'lead' })
const rules = { decide: 'allow', vote: 'allow', read: 'allow' }
const settings = { permissions: [{ layer: 'user', rules }] }
const team = { mode: 'broadcast', members: ['ada', 'bert', 'cleo'], settings, team: { lead } }
const propose = { type: 'propose', topic: 'Where do we store it?', options: ['SQLite', 'Postgres'] } as const

type Votes = { readonly [agent: string]: string }

/** Everybody works on the goal for a second, then votes as given. */
const voting =
  (votes: Votes, ruling = 'Postgres'): Play =>
  ({ agent, lines }) => {
    const [first] = toArray(lines)
    const [, heading] = /^# (\w+)/.exec(first?.role === 'user' ? first.text : '') ?? []
    const wait = 100 * (1 + agent.length)
    switch (heading) {
      case 'Deliberate':
        return [wait, ...answers(`${agent} argues.`)]
      case 'Vote':
        return [wait, ...(votes[agent] === undefined ? ['hangs' as const] : answers(`VOTE: ${votes[agent]}\nREASON: ${agent} knows.`))]
      case 'Compare':
        return [wait, ...answers(`AGREED: Yes.\n${citing(lines)}`)]
      case 'Decide':
        return [wait, ...answers(`DECISION: ${ruling}\nREASON: We have it already.`)]
      default:
        return [2_000, ...answers(`${agent} says yes.`)]
    }
  }

/** A passage of each answer, under the id that it is shown with. */
const citing = (lines: Parameters<Play>[0]['lines']): string =>
  toArray(lines)
    .flatMap((line) => ('text' in line ? [...line.text.matchAll(/^### (\w+) \[(m\d+)\]$/gmu)] : []))
    .map(([, name = '', id = '']) => `PASSAGE: ${id} "${name.toLowerCase()} says yes."`)
    .join('\n')

async function decided(model: Play, run: Parameters<typeof runOf>[0] = team): Promise<SimulatedSession> {
  const stage = new SimulatedSession({ model })
  await stage.create(runOf(run))
  await stage.play(50)
  await stage.tell(propose)
  await stage.untilRest()
  return stage
}

const file = (stage: SimulatedSession, name: string) => keep(stage, `decision-${name}`)

test('the most votes win, and dissent is recorded', async () => {
  await file(await decided(voting({ ada: 'SQLite', bert: 'Postgres', cleo: 'SQLite' })), 'majority')
})

test('after a tie the lead decides', async () => {
  await file(await decided(voting({ ada: 'SQLite', bert: 'Postgres' }), { ...team, members: ['ada', 'bert'] }), 'tie')
})

test('when fewer than half vote before the window ends, the lead decides', async () => {
  await file(await decided(voting({ ada: 'SQLite' })), 'too-few')
})

test('the user has a vote and casts it in time', async () => {
  const stage = new SimulatedSession({ model: voting({ ada: 'SQLite', bert: 'Postgres', cleo: 'SQLite' }) })
  await stage.create(runOf({ ...team, settings: { ...settings, decisions: { windowMs: 120_000, userVotes: true } } }))
  await stage.tell(propose)
  await stage.play(30_000)
  await stage.tell({ type: 'vote', decision: 'd1', option: '2', reason: 'I know better.' })
  await stage.untilRest()
  await file(stage, 'user')
})

test('an agent puts a choice to the team, waits, and continues with the decision', async () => {
  const votes = voting({ ada: 'tabs', bert: 'spaces', cleo: 'tabs' })
  const input: Json = { topic: 'Tabs or spaces?', options: ['tabs', 'spaces'], evidence: 'The linter says nothing.' }
  const model: Play = (request, call) => {
    const said = JSON.stringify(toArray(request.lines))
    if (request.agent !== 'ada' || !said.includes('# Respond')) return votes(request, call)
    if (said.includes('Decided: ')) return answers('ada uses tabs, as decided.')
    return [{ type: 'call', tool: 'decide', input }, { type: 'finish', finish: 'tools', usage: null }]
  }
  const stage = new SimulatedSession({ model })
  await stage.create(runOf(team))
  await stage.untilRest()
  await file(stage, 'by-an-agent')
})

test('a decision whose lead cannot be reached stays open, and the run says so first', async () => {
  const votes = voting({ ada: 'SQLite', bert: 'Postgres' })
  const model: Play = (request, call) =>
    request.agent === 'lead' ? fails('refused', { retryable: false }) : votes(request, call)
  await file(await decided(model, { ...team, members: ['ada', 'bert'] }), 'no-lead')
})

test('while the vote is open, everyone sees who has voted, but not for what', async () => {
  const stage = new SimulatedSession({ model: voting({ ada: 'SQLite', bert: 'Postgres' }) })
  await stage.create(runOf(team))
  await stage.tell(propose)
  const streamed: string[] = []
  stage.engine.follow(stage.session, 0, {
    batch: () => {},
    delta: (_effect, _kind, text) => streamed.push(text),
  })
  await stage.play(30_000)
  expect(streamed.join('')).toContain('ada argues.')
  expect(streamed.join('')).not.toMatch(/VOTE|knows/)
  await expect(transcript(redactVotes(stage.events))).toMatchFileSnapshot('decision-secret.txt')
})
