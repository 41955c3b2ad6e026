import { answerParts, callParts, type Play, runOf } from '@convene/testkit'
import { expect } from 'vitest'
import type { CrashStory, Script } from '../crash-story.ts'
import { tellOfMembers } from './members.ts'

/** Each member reads something, and then answers. */
const model: Play = ({ agent, lines }) =>
  lines.tail.some(({ role }) => role === 'tool')
    ? [100, ...answerParts(`${agent} has read the plan.`)]
    : [200, ...callParts(['read', 'plan.md'])]

/** Bert is paused while the first calls run. The others end, Bert is resumed, and the run ends. */
const paused = (mode: string): Script => ({
  name: `a ${mode} run with a paused agent`,
  run: runOf({ mode, members: ['ada', 'bert', 'cleo'] }),
  model,
  tell: tellOfMembers,
  acts: [
    { command: { type: 'pause', agent: 'bert' }, until: 'agent.paused' },
    { command: { type: 'resume', agent: 'bert' }, until: 'agent.resumed' },
  ],
  ways: [['kill before'], ['kill after']],
  passes: ['agent.paused', 'agent.resumed', 'tool.finished', 'run.finished'],
  check,
})

/** It waits only for that agent, which says nothing before it is resumed. */
function check({ events, waits }: CrashStory): void {
  expect(waits).toEqual([['bert'], []])
  const at = (is: (event: (typeof events)[number]) => boolean) => events.findIndex(is)
  const order = [
    at(({ type }) => type === 'agent.paused'),
    at(({ type }) => type === 'agent.resumed'),
    at(({ type, data }) => type === 'message' && data.text === 'bert has read the plan.'),
    at(({ type }) => type === 'run.finished'),
  ]
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(order).not.toContain(-1)
}

export const pausedBroadcast: Script = paused('broadcast')
export const pausedSequential: Script = paused('sequential')
