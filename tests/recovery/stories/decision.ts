import { type Event, type Json, Seat, toArray } from '@convene/domain'
import { answerParts as answers, type Play, runOf } from '@convene/testkit'
import { expect } from 'vitest'
import { oneOrTwoKills, type Script } from '../crash-story.ts'

const seat = (slug: string, role: string) =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You answer.', model: 'alpha/one', seat: role })
const run = runOf({
  mode: 'broadcast',
  team: { lead: seat('lead', 'lead'), members: [seat('ada', 'member'), seat('bert', 'member')] },
  settings: {
    permissions: [{ layer: 'user', rules: { decide: 'allow', vote: 'allow' } }],
    decisions: { windowMs: 60_000, userVotes: true },
  },
})

const input: Json = { topic: 'Tabs or spaces?', options: ['tabs', 'spaces'], evidence: 'Nothing.' }

/** Ada puts a choice to the team, the two agents disagree, the user does not vote, and the lead decides. */
const model: Play = ({ agent, lines }) => {
  const said = JSON.stringify(toArray(lines))
  if (said.includes('# Decide')) return [400, ...answers('DECISION: spaces\nREASON: So it is.')]
  if (said.includes('# Deliberate')) return [300, ...answers(`${agent} argues.`)]
  if (said.includes('# Vote'))
    return [agent === 'ada' ? 200 : 500, ...answers(`VOTE: ${agent === 'ada' ? 'tabs' : 'spaces'}`)]
  if (agent !== 'ada' || said.includes('Decided: ')) return [700, ...answers(`${agent} is done.`)]
  return [100, { type: 'call', tool: 'decide', input }, { type: 'finish', finish: 'tools', usage: null }]
}

export const decision: Script = {
  name: 'a decision',
  run,
  model,
  tell,
  ways: oneOrTwoKills,
  passes: ['decision.proposed', 'decision.voted', 'decision.committed', 'run.finished'],
  check: ({ events }) => {
    expect(events.filter(({ type }) => type === 'decision.voted')).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'decision.committed')).toHaveLength(1)
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed' })
  },
}

function tell({ type, task, data }: Event): readonly string[] {
  switch (type) {
    case 'message':
      return [`${task} ${data.author}: ${data.text}`]
    case 'task.assigned':
      return [`${task} ${data.kind} → ${data.to}`]
    case 'task.finished':
      return [`${task} ok ${data.ok}: ${data.report}`]
    case 'decision.voted':
      return [`${data.voter} for ${data.option}`]
    case 'decision.committed':
      return [`${data.option} by ${data.how}: ${data.adr}`]
    case 'artifact':
      return [`${data.kind} ${data.title}`]
    case 'run.finished':
      return [`${data.state}: ${data.reason}`]
    default:
      return []
  }
}
