import type { Event } from '@convene/domain'
import { answerParts, type Play, panelOf } from '@convene/testkit'
import { expect } from 'vitest'
import { mostlyOneKill, type Script } from '../crash-story.ts'

const base = panelOf({
  settings: { yes: true, mode: { protocol: 'decide', ask: 'two-first', depth: 'quick' } },
})
const models = ['alpha/one', 'beta/one', 'gamma/one']
const run = {
  ...base,
  settings: {
    ...base.settings,
    models: Object.fromEntries(models.map((model) => [model, { price: { input: 1, output: 2 }, context: null }])),
  },
  team: {
    ...base.team,
    members: base.team.members.map((seat, place) => ({ ...seat, model: models[place] ?? '' })),
  },
}

const vote = (letter: string) => `Because.\nVOTE: ${letter}\nPROBABILITIES: A 60, B 40\nREASON: so`

/** Ada and Bert are asked first and disagree, so Cleo is asked too. The text depends only on the place. */
const lines: readonly (readonly [place: string, text: string])[] = [
  ['clarify1', 'CLEAR: yes.'],
  ['topic1', 'Where to keep sessions.\nPROTOCOL: decide\nOPTION: Keep Redis\nOPTION: Move to Postgres'],
  ['round1/ada', vote('A')],
  ['round1/bert', vote('B')],
  ['round1/cleo', vote('B')],
]

const model: Play = ({ effect }) => {
  const said = lines.find(([place]) => effect.includes(place))?.[1] ?? '## Executive Summary\n\n- Postgres [m3]'
  const parts = answerParts(said).map((part) => (part.type === 'finish' ? { ...part, usage: null } : part))
  return [effect.includes('bert') ? 300 : 100, ...parts]
}

export const escalation: Script = {
  name: 'an escalation',
  run,
  model,
  tell,
  ways: mostlyOneKill,
  passes: ['escalation', 'position', 'decision.committed', 'run.finished'],
  check: ({ events, stage }) => {
    expect(events.filter(({ type }) => type === 'escalation')).toHaveLength(1)
    expect(stage.requests.filter(({ effect }) => effect.includes('round1/'))).toHaveLength(3)
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed' })
  },
}

function tell({ type, task, agent, data }: Event): readonly string[] {
  switch (type) {
    case 'task.assigned':
      return [`${task} ${data.to}: ${data.kind}`]
    case 'position':
      return [`${agent}: ${data.round} ${data.position}`]
    case 'escalation':
      return [`${data.stage}: ${data.why}`]
    case 'decision.committed':
      return [`${data.option} (${data.how}) ${JSON.stringify(data.votes)}`]
    case 'run.finished':
      return [`${data.state}: ${data.reason}`]
    default:
      return []
  }
}
