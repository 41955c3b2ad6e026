import { type Event, type Json, Seat, toArray } from '@convene/domain'
import { answerParts, type Play, runOf } from '@convene/testkit'
import { expect } from 'vitest'
import { oneOrTwoKills, type Script } from '../crash-story.ts'

type ToolUse = readonly [tool: string, input: Json]

const seat = (slug: string, more: object) =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You answer.', model: 'alpha/one', seat: 'member', ...more })
const rules = { delegateWork: 'allow', task: 'allow', read: 'ask' }
const run = runOf({
  mode: 'delegate',
  team: {
    lead: seat('lead', { seat: 'lead', delegates: 'all', spawns: ['explore'] }),
    members: [seat('coder', { delegates: ['tester'] }), seat('tester', {}), seat('writer', {})],
    subagents: [seat('explore', { category: 'subagent' })],
  },
  settings: { permissions: [{ layer: 'user', rules }] },
})

const wishes = (...calls: readonly ToolUse[]) =>
  [
    ...calls.map(([tool, input]) => ({ type: 'call', tool, input }) as const),
    { type: 'finish', finish: 'tools', usage: { input: 100, cached: 0, output: 10 } },
  ] as const
const hand = (agentName: string): ToolUse => [
  'delegateWork',
  { agentName, workDescription: `Work for ${agentName}.`, reportExpectations: 'What you did.' },
]

/**
 * Lead sends explore to the background and delegates to coder and writer at once. Coder delegates to tester, which asks
 * the user before it reads. Writer asks a question. Lead answers when all of them have reported.
 */
const model: Play = ({ agent, lines }) => {
  const said = JSON.stringify(toArray(lines))
  const replied = said.split('"role":"assistant"').length - 1
  if (agent === 'explore') return [9_000, ...answerParts('explore found it.')]
  if (agent === 'tester') return [200, ...wishes(replied === 0 ? ['read', { target: 'a.txt' }] : report('tester'))]
  if (agent === 'coder') return [300, ...wishes(replied === 0 ? hand('tester') : report('coder'))]
  if (agent === 'writer')
    return [500, ...wishes(replied === 0 ? ['question', { question: 'Which?' }] : report('writer'))]
  if (replied > 0) return [400, ...answerParts(said.includes('Report of explore') ? 'All done.' : 'Nearly done.')]
  const explore: ToolUse = ['task', { agentName: 'explore', prompt: 'Look around.', background: true }]
  return [100, ...wishes(explore, hand('coder'), hand('writer'))]
}
const report = (agent: string): ToolUse => ['reportOut', { report: `${agent} is done.` }]

export const delegation: Script = {
  name: 'a run with delegation',
  run,
  model,
  tell,
  answer: 'This one.',
  ways: oneOrTwoKills,
  passes: ['permission.asked', 'question.asked', 'task.nudged', 'run.finished'],
  check: ({ events }) => {
    const ask = events.find(({ type }) => type === 'permission.asked')
    expect(ask?.data).toMatchObject({ chain: ['lead', 'coder', 'tester'] })
    expect(events.at(-1)?.data).toMatchObject({ state: 'completed', summary: 'All done.' })
  },
}

function tell({ type, task, data }: Event): readonly string[] {
  switch (type) {
    case 'message':
      return [`${task} ${data.author}: ${data.text}`]
    case 'task.assigned':
      return [`${task} ${data.from} → ${data.to}: ${data.description}`]
    case 'task.finished':
      return [`${task} ok ${data.ok}: ${data.report}`]
    case 'tool.finished':
      return [`${task} ${data.call} ${data.ok}: ${data.output}`]
    case 'question.answered':
      return [`${task} answered: ${data.answer}`]
    case 'permission.answered':
      return [`${task} permitted: ${data.answer}`]
    case 'run.finished':
      return [`${data.state}: ${data.reason}: ${data.summary}`]
    default:
      return []
  }
}
