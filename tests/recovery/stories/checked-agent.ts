import type { Event } from '@convene/domain'
import { answerParts, type Play } from '@convene/testkit'
import { expect } from 'vitest'
import { unattended } from '../../endings/teams.ts'
import { oneOrTwoKills, type Script } from '../crash-story.ts'

const model: Play = ({ effect }) => [100, ...answerParts(`Done in ${effect.split('/')[1]}.`)]

const answersIn = (events: readonly Event[]): number =>
  events.filter(({ type, data }) => type === 'message' && data.kind === 'answer').length

const tell = (event: Event): readonly string[] =>
  ['message', 'task.assigned', 'check.finished', 'run.finished'].includes(event.type) ? [wordsOf(event)] : []

const wordsOf = ({ type, task, data }: Event): string => {
  if (type === 'check.finished') return `${data.effect} ${data.outcome}`
  if (type === 'run.finished') return `${data.reason}: ${data.summary}`
  return `${type} ${task ?? ''}: ${'text' in data ? data.text : ''}`
}

/** An agent whose first answer fails a check of its user, and whose second one passes both. */
export const checkedAgent: Script = {
  name: 'an agent with checks',
  run: unattended('agent', { settings: { options: { checks: ['npm test', 'npm run lint'] } } }),
  model,
  inOrder: true,
  sees: ({ check, moment }, events) => {
    const isTest = check.kind === 'command' && check.run === 'npm test'
    const isRight = answersIn(events) > 1 || (!isTest && moment === 'final')
    return isRight ? { outcome: 'passed', exit: 0 } : { outcome: 'failed', exit: 1, reason: 'exit code 1' }
  },
  tell,
  ways: oneOrTwoKills,
  passes: ['check.started', 'check.finished', 'run.finished'],
  check: ({ events }) => {
    const results = events.flatMap((event) => (event.type === 'check.finished' ? [event.data] : []))
    expect(results.map(({ moment, outcome }) => `${moment} ${outcome}`)).toEqual([
      'before failed',
      'before failed',
      'final failed',
      'final passed',
      'final passed',
      'final passed',
    ])
    expect(events.at(-1)?.data).toMatchObject({
      state: 'completed',
      proof: { proven: 2, checks: { passed: 2, of: 2 } },
    })
  },
}
