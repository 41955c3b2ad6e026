import { expect, test } from 'vitest'
import type { PlanStep } from '../../event/step.ts'
import type { ToolSpec } from '../../tool/tool.ts'
import { asking, grantsIn, grantsText } from './grants.ts'

const step = (id: string, more: Partial<PlanStep>): PlanStep => ({
  id,
  owner: 'coder',
  description: 'Build it.',
  acceptance: 'It is built.',
  dependsOn: [],
  ...more,
})
const spec = (name: string, permission: string, more: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description: name,
  input: {},
  permission,
  readOnly: false,
  timeoutMs: 0,
  ...more,
})
const runWith = (...specs: readonly ToolSpec[]) =>
  ({ settings: { tools: Object.fromEntries(specs.map((one) => [one.name, one])) } }) as never
const tools = [
  spec('edit', 'edit', { reaches: ['files'] }),
  spec('write', 'edit', { reaches: ['files'] }),
  spec('bash', 'bash', { reaches: ['commands'] }),
  spec('read', 'read', { readOnly: true }),
  spec('mail_send', 'mail_send'),
]
const wordsOf = (more: Partial<PlanStep>, ...specs: readonly ToolSpec[]) =>
  grantsIn(runWith(...specs), [step('s1', { approve: 'auto', ...more })]).map(({ words }) => words)

test.each([
  ['everything, if it names no tool', {}, 'change files, run commands and use mail_send'],
  ['what a permission stands for', { tools: ['edit'] }, 'change files'],
  ['how many files', { tools: ['write'], budget: { files: 2 } }, 'change at most 2 files'],
  ['a tool that says nothing of its reach', { tools: ['read', 'mail_send'] }, 'use mail_send'],
  ['a tool that nobody knows', { tools: ['fly\n\u001b[2J'] }, 'use fly'],
])('a step that asks nobody names %s', (_what, more, may) => {
  expect(wordsOf(more, ...tools)).toEqual([`may ${may} without asking`])
})

test('a run that knows no tools grants files and commands by name', () => {
  expect(wordsOf({})).toEqual(['may change files and run commands without asking'])
})

test.each([
  ['may only read', { tools: ['read'] }],
  ['has no tools', { tools: [] }],
  ['only talks to the team', { tools: ['question', 'handoff'] }],
  ['asks', { approve: 'ask' as const }],
  ['says nothing of asking', { approve: undefined }],
])('a step that %s grants nothing', (_what, more) => {
  expect(wordsOf(more as Partial<PlanStep>, ...tools)).toEqual([])
})

test('steps that may do the same are named together', () => {
  const steps = ['s1', 's2', 's3'].map((id) => step(id, { approve: 'auto', tools: id === 's2' ? ['bash'] : ['write'] }))
  expect(grantsText(grantsIn(runWith(...tools), steps))).toBe(
    's1 (coder) and s3 (coder) may change files without asking. s2 (coder) may run commands without asking.',
  )
})

test('asked each time, no step is left that acts without asking', () => {
  const steps = asking([step('s1', { approve: 'auto' }), step('s2', {})])
  expect(steps.map(({ approve }) => approve)).toEqual(['ask', undefined])
  expect(grantsIn(runWith(...tools), steps)).toEqual([])
})
