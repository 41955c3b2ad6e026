import { expect, test } from 'vitest'
import { narrowRules, restrictingRules } from './narrow-rules.ts'

test('an allow without a stricter rule before it is dropped', () => {
  expect(narrowRules({ read: 'allow', bash: { 'git *': 'allow' } })).toEqual({
    rules: {},
    dropped: [['read'], ['bash', 'git *']],
  })
})

test('an allow after a stricter rule becomes ask', () => {
  expect(narrowRules({ '*': 'deny', read: 'allow' }).rules).toEqual({ '*': 'deny', read: 'ask' })
})

test('ask and deny stay, in order', () => {
  const rules = { bash: { '*': 'ask', 'rm *': 'deny' }, edit: 'deny' } as const
  expect(narrowRules(rules)).toEqual({ rules, dropped: [] })
  expect(Object.keys(narrowRules(rules).rules)).toEqual(['bash', 'edit'])
})

test.each(['read', 'grep', 'vote', 'question', 'reportOut', '*', 'r*', '?ead'])(
  'a rule for %s, which could hide files or silence agents, restricts nobody',
  (name) => {
    for (const rule of ['deny', 'ask', { 'a.js': 'deny' }] as const)
      expect(restrictingRules({ [name]: rule })).toEqual({ rules: {}, dropped: [[name]] })
  },
)

test('rules against effects stay, and each one that is left out is named once', () => {
  const rules = { bash: 'allow', edit: 'deny', 'mcp_*': { '*': 'deny' }, read: { '*': 'deny', a: 'allow' } } as const
  expect(restrictingRules(rules)).toEqual({
    rules: { edit: 'deny', 'mcp_*': { '*': 'deny' } },
    dropped: [['bash'], ['read']],
  })
})
