import { expect, test } from 'vitest'
import { narrowRules } from './narrow-rules.ts'

test('an allow that nothing stricter precedes has no say', () => {
  expect(narrowRules({ read: 'allow', bash: { 'git *': 'allow' } })).toEqual({
    rules: {},
    dropped: [['read'], ['bash', 'git *']],
  })
})

test('an allow behind a stricter rule becomes ask', () => {
  expect(narrowRules({ '*': 'deny', read: 'allow' }).rules).toEqual({ '*': 'deny', read: 'ask' })
})

test('ask and deny stay, in their order', () => {
  const rules = { bash: { '*': 'ask', 'rm *': 'deny' }, edit: 'deny' } as const
  expect(narrowRules(rules)).toEqual({ rules, dropped: [] })
  expect(Object.keys(narrowRules(rules).rules)).toEqual(['bash', 'edit'])
})
