import { type Event, Seat } from '@convene/domain'
import { answerParts, callParts, failureParts, type Play, runOf } from '@convene/testkit'
import { expect } from 'vitest'
import { cast } from '../../golden/cast.ts'
import { oneOrTwoKills, type Script } from '../crash-story.ts'

const seat = (slug: string, more: object = {}) =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You work.', model: 'alpha/one', seat: 'member', ...more })
const single = { execution: 'single', tools: 'none' }
const names = ['ada', 'bert', 'cleo', 'dora'] as const
const run = runOf({
  mode: 'reflect',
  team: {
    lead: seat('lead', { seat: 'lead', ...single }),
    judge: seat('judge', { seat: 'judge', ...single }),
    members: names.map((name) => seat(name)),
  },
})

/**
 * Two iterations with four members. In the first, one member fails permanently and one reads a file. The first
 * evaluation meets a busy provider, and the lead's second synthesis fails once, so the second iteration is retried.
 */
const worker =
  (ms: number): Play =>
  ({ agent, effect }) => [ms, ...answerParts(`${agent} reports ${effect.split('/').slice(0, -1).join('/')}.`)]

const model: Play = cast({
  'lead Plan': ({ effect }) => [
    100,
    ...answerParts(`${names.map((name) => `@worker:${name}\nWork on ${effect.split('/')[1]}.\n@end`).join('\n')}`),
  ],
  ada: worker(900),
  bert: ({ effect }) => [
    50,
    ...(effect.startsWith('1/iteration1/')
      ? failureParts('refused', { retryable: false })
      : answerParts(`bert reports ${effect.split('/')[1]}.`)),
  ],
  cleo: ({ effect, lines }) =>
    lines.tail.at(-1)?.role === 'user'
      ? [200, ...callParts(['read', 'plan.md'])]
      : [100, ...answerParts(`cleo has read for ${effect.split('/')[1]}.`)],
  dora: worker(300),
  'lead Synthesize': ({ effect }) =>
    effect.startsWith('1/iteration2/')
      ? [100, ...failureParts('refused', { retryable: false })]
      : [100, ...answerParts(`The result of ${effect.split('/')[1]}.`)],
  'judge Evaluate': ({ effect }) => {
    if (effect.startsWith('1/iteration1/') && effect.endsWith('say1.1')) return [50, ...failureParts('overloaded')]
    return [
      50,
      ...answerParts(
        `SCORE: ${effect.startsWith('1/iteration1/') ? 0.4 : 0.95}\nRATIONALE: Because of ${effect.split('/')[1]}.`,
      ),
    ]
  },
})

export const reflect: Script = {
  name: 'a reflect run with four members',
  run,
  model,
  tell,
  ways: oneOrTwoKills,
  passes: ['model.failed', 'tool.finished', 'timer.fired', 'evaluation', 'artifact', 'run.finished'],
  check: ({ events, told, appends }) => {
    expect(told).toContain('synthesizing iterationFailed planning')
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed', reason: 'goal_met' })
    expect(appends).toBeGreaterThan(30)
  },
}

function tell({ type, task, data }: Event): readonly string[] {
  switch (type) {
    case 'message':
      return [`${task} ${data.kind} ${data.author}: ${data.text}`]
    case 'task.assigned':
      return [`${task} to ${data.to}: ${data.kind}`]
    case 'task.finished':
      return [`${task} ok ${data.ok}: ${data.report}`]
    case 'evaluation':
      return [`${data.iteration} ${data.score} ${data.trend} ${data.rationale}`]
    case 'run.state':
      return [`${data.from} ${data.trigger} ${data.to}`]
    case 'run.finished':
      return [`${data.state}: ${data.reason}: ${data.summary}`]
    default:
      return []
  }
}
