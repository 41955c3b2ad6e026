import { describe, expect, test } from 'vitest'
import type { PlanStep } from '../../event/step.ts'
import type { Rules } from '../../permission/rules.ts'
import type { Run } from '../../state/session.ts'
import type { ToolSpec } from '../../tool/tool.ts'
import { asking, grantsIn, grantsText, unaskedIn } from './grants.ts'

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
  ['what a permission covers', { tools: ['edit'] }, 'change files'],
  ['how many files', { tools: ['write'], budget: { files: 2 } }, 'change at most 2 files'],
  ['a tool that does not declare its reach', { tools: ['read', 'mail_send'] }, 'use mail_send'],
  ['an unknown tool', { tools: ['fly\n\u001b[2J'] }, 'use fly'],
])('a step with automatic approval lists %s', (_what, more, may) => {
  expect(wordsOf(more, ...tools)).toEqual([`may ${may} without asking`])
})

test('a run without known tools grants files and commands by name', () => {
  expect(wordsOf({})).toEqual(['may change files and run commands without asking'])
})

test.each([
  ['may only read', { tools: ['read'] }],
  ['has no tools', { tools: [] }],
  ['only talks to the team', { tools: ['question', 'handoff'] }],
  ['asks', { approve: 'ask' as const }],
  ['has no approval setting', { approve: undefined }],
])('a step that %s grants nothing', (_what, more) => {
  expect(wordsOf(more as Partial<PlanStep>, ...tools)).toEqual([])
})

test('steps with the same grants are listed together', () => {
  const steps = ['s1', 's2', 's3'].map((id) => step(id, { approve: 'auto', tools: id === 's2' ? ['bash'] : ['write'] }))
  expect(grantsText(grantsIn(runWith(...tools), steps))).toBe(
    's1 (coder) and s3 (coder) may change files without asking. s2 (coder) may run commands without asking.',
  )
})

test('with approval required, no step acts without asking', () => {
  const steps = asking([step('s1', { approve: 'auto' }), step('s2', {})])
  expect(steps.map(({ approve }) => approve)).toEqual(['ask', 'ask'])
  expect(grantsIn(runWith(...tools), steps)).toEqual([])
})

describe('a step that a rule lets act without asking', () => {
  const unasked = (more: Partial<PlanStep>, rules: Rules, grants: readonly string[] = [], agent: Rules = {}) => {
    const coder = { slug: 'coder', tools: 'all', permissions: agent }
    const settings = {
      tools: Object.fromEntries(tools.map((one) => [one.name, one])),
      permissions: [{ layer: 'user', rules: { '*': 'ask', ...rules } }],
    }
    const run = { settings, team: { members: [coder], permissions: {} } } as unknown as Run
    return unaskedIn({ grants }, run, [step('s1', more)]).map(({ words }) => words)
  }

  test.each([
    ['a rule for everything of its kind', { edit: 'allow' as const }, 'change files without asking (rule edit: *)'],
    [
      'a rule for some of it',
      { bash: { '*': 'ask' as const, 'npm *': 'allow' as const } },
      'run commands without asking (rule bash: npm *)',
    ],
    [
      'two rules',
      { edit: 'allow' as const, mail_send: 'allow' as const },
      'change files and use mail_send without asking (rules edit: *, mail_send: *)',
    ],
  ])('is named with %s', (_what, rules, words) => {
    expect(unasked({}, rules)).toEqual([`may ${words}`])
  })

  test('is not named if another rule is stricter, or if its tools only read', () => {
    expect(unasked({}, { edit: 'allow' }, [], { edit: 'ask' })).toEqual([])
    expect(unasked({}, { edit: { '*': 'allow', '**': 'deny' } })).toEqual([])
    expect(unasked({ tools: ['read'] }, { '*': 'allow' })).toEqual([])
    expect(unasked({ approve: 'ask' }, { edit: 'allow' })).toEqual([])
  })

  test('is named with what was allowed at the start', () => {
    expect(unasked({}, {}, ['edit:docs/*'])).toEqual(['may change files without asking (rule edit:docs/*)'])
    expect(unasked({ approve: 'ask' }, {}, ['edit:*'])).toEqual(['may change files without asking (rule edit:*)'])
    expect(unasked({}, { edit: 'deny' }, ['edit:*'])).toEqual([])
  })
})
