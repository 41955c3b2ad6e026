import type { Event } from '@convene/domain'
import { answerParts, callParts, failureParts, type Play, runOf } from '@convene/testkit'
import { expect } from 'vitest'
import { oneOrTwoKills, type Script } from '../crash-story.ts'

/** Each member reads something, one of them meets a busy provider, and then they answer. */
const model: Play = ({ agent, lines, effect }) => {
  if (agent === 'bert' && effect.endsWith('say1.1')) return [300, ...failureParts('overloaded')]
  if (!lines.tail.some(({ role }) => role === 'tool'))
    return [agent === 'ada' ? 900 : 200, ...callParts(['read', 'plan.md'])]
  return [100, { type: 'text', text: `${agent} has read ` }, 100, ...answerParts('the plan.')]
}

/** What members do and say, and how it ends. */
export function tellOfMembers({ type, task, agent, data }: Event): readonly string[] {
  switch (type) {
    case 'task.assigned':
      return [`${task} ${data.kind} → ${data.to}`]
    case 'tool.called':
      return [`${task} ${data.tool}: ${data.resources.map(({ target }) => target)}`]
    case 'tool.finished':
      return [`${task} ${data.call} ${data.ok}: ${data.output}`]
    case 'message':
      return [`${task} ${data.author}: ${data.text}`]
    case 'task.finished':
      return [`${task} ok ${data.ok}: ${data.report}`]
    case 'agent.paused':
    case 'agent.resumed':
      return [`${type} ${agent}`]
    case 'run.finished':
      return [`${data.state}: ${data.reason}`]
    default:
      return []
  }
}

const members = (mode: string): Script => ({
  name: `a ${mode} run`,
  run: runOf({ mode, members: ['ada', 'bert', 'cleo'] }),
  model,
  tell: tellOfMembers,
  ways: oneOrTwoKills,
  passes: [
    'run.state',
    'effect.started',
    'model.replied',
    'model.failed',
    'tool.called',
    'tool.finished',
    'run.finished',
  ],
  check: ({ events, appends }) => {
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed', reason: 'done' })
    expect(appends).toBeGreaterThan(10)
  },
})

export const broadcast: Script = members('broadcast')
export const sequential: Script = { ...members('sequential'), inOrder: true }
