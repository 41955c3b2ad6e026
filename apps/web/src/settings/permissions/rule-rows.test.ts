import type { Rules } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { ruleRows, rulesOf, withRow } from './rule-rows.ts'

const rules: Rules = { edit: 'ask', bash: { '*': 'ask', 'git *': 'allow', 'git push*': 'deny' } }

describe('permission rules in a table', () => {
  test('keep their order when written back', () => {
    expect(JSON.stringify(rulesOf(ruleRows(rules)))).toBe(JSON.stringify(rules))
  })

  test('get new rules at the end, where they win', () => {
    const rows = withRow(ruleRows(rules), { permission: 'bash', pattern: 'npm test', action: 'allow' })
    expect(rulesOf(rows).bash).toEqual({ '*': 'ask', 'git *': 'allow', 'git push*': 'deny', 'npm test': 'allow' })
    expect(Object.keys(rulesOf(rows).bash ?? {}).at(-1)).toBe('npm test')
  })

  test('change in place if the rule exists', () => {
    expect(rulesOf(withRow(ruleRows(rules), { permission: 'edit', pattern: '*', action: 'deny' })).edit).toBe('deny')
  })

  test('keep the catch-all action when a pattern is added', () => {
    const rows = withRow(ruleRows({ edit: 'ask' }), { permission: 'edit', pattern: 'src/**', action: 'allow' })
    expect(rulesOf(rows)).toEqual({ edit: { '*': 'ask', 'src/**': 'allow' } })
  })
})
