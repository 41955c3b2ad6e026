import type { Rules } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { rowsOf, rulesOf, withRow } from './rule-rows.ts'

const rules: Rules = { edit: 'ask', bash: { '*': 'ask', 'git *': 'allow', 'git push*': 'deny' } }

describe('rules in a table', () => {
  test('are the same rules in the same order when they are written again', () => {
    expect(JSON.stringify(rulesOf(rowsOf(rules)))).toBe(JSON.stringify(rules))
  })

  test('get a new line at the end, where it wins', () => {
    const rows = withRow(rowsOf(rules), { permission: 'bash', pattern: 'npm test', action: 'allow' })
    expect(rulesOf(rows).bash).toEqual({ '*': 'ask', 'git *': 'allow', 'git push*': 'deny', 'npm test': 'allow' })
    expect(Object.keys(rulesOf(rows).bash ?? {}).at(-1)).toBe('npm test')
  })

  test('change in place when the line is there', () => {
    expect(rulesOf(withRow(rowsOf(rules), { permission: 'edit', pattern: '*', action: 'deny' })).edit).toBe('deny')
  })

  test('keep the action for everything else when a pattern comes to it', () => {
    const rows = withRow(rowsOf({ edit: 'ask' }), { permission: 'edit', pattern: 'src/**', action: 'allow' })
    expect(rulesOf(rows)).toEqual({ edit: { '*': 'ask', 'src/**': 'allow' } })
  })
})
