import { expect, test } from 'vitest'
import { narrowRules } from './narrow-rules.ts'

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
