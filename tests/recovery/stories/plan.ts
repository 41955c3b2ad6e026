import type { Event } from '@convene/domain'
import { answerParts, callParts, type Play } from '@convene/testkit'
import { expect } from 'vitest'
import { crewOf, headingOf, planOf, step } from '../../plan/crew.ts'
import { mostlyOneKill, type Script } from '../crash-story.ts'

const run = crewOf({ settings: { yes: false } }, 'coder', 'tester')
const planned = planOf(step('s1', 'coder'), step('s2', 'coder'), step('s3', 'tester', { dependsOn: ['s1', 's2'] }))

/**
 * The first step is blocked, decided by the lead after a tie, and asks before it writes. The second is handed off. The
 * third is sent back once. The text depends only on the place, so a lost call gets the same answer again.
 */
const lines: readonly (readonly [place: string, text: string])[] = [
  ['planning/plan', planned],
  ['planning/review/', 'APPROVE'],
  ['s1/run1', 'BLOCKED: no key\n- use a fixture\n- skip it'],
  ['s2/run1', 'HANDOFF: tester: it is about tests'],
  ['deliberate/', 'Both would do.'],
  ['ballot:coder', 'VOTE: use a fixture\nREASON: stable'],
  ['ballot:tester', 'VOTE: skip it\nREASON: quick'],
  ['decide/', 'DECISION: use a fixture\nREASON: safe'],
  ['s3/review1', 'REOPEN: no proof'],
  ['/review', 'ACCEPT'],
  ['/handoff', 'ACKNOWLEDGE'],
  ['wrap-up', 'All is done.'],
]

const model: Play = (request) => {
  const { effect } = request
  if (effect.includes('s1/run2/say1.')) return [100, ...callParts(['write', 'a.txt'])]
  const said = lines.find(([place]) => effect.includes(place))?.[1] ?? `Done: ${headingOf(request)}.`
  return [effect.includes('s2') ? 300 : 100, ...answerParts(said)]
}

export const plan: Script = {
  name: 'a plan',
  run,
  model,
  tell,
  ways: mostlyOneKill,
  passes: [
    'plan.drafted',
    'plan.reviewed',
    'question.asked',
    'plan.committed',
    'snapshot',
    'decision.proposed',
    'decision.voted',
    'decision.committed',
    'permission.asked',
    'handoff',
    'run.finished',
  ],
  check: ({ events, told }) => {
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed', reason: 'done' })
    expect(told.filter((line) => line.includes('→ reopened'))).toHaveLength(1)
  },
}

function tell({ type, task, data }: Event): readonly string[] {
  switch (type) {
    case 'message':
      return [`${task} ${data.author}: ${data.text}`]
    case 'task.assigned':
      return [`${task} ${data.to}: ${data.kind}`]
    case 'plan.committed':
      return [`committed ${data.version}: ${JSON.stringify(data.steps)}`]
    case 'step.state':
      return [`${data.step} ${data.attempt} ${data.from} → ${data.to}, ${data.owner}: ${data.reason}`]
    case 'handoff':
      return [`${data.step} ${data.from} → ${data.to}: ${data.state}`]
    case 'decision.committed':
      return [`${data.decision}: ${data.option} (${data.how})`]
    case 'snapshot':
      return [data.label]
    case 'run.finished':
      return [`${data.state}: ${data.reason}`]
    default:
      return []
  }
}
