import { judge } from '@convene/domain'
import { expect, test } from 'vitest'
import { withDefaults } from './default-rules.ts'

const verdict = (rules: Parameters<typeof withDefaults>[0], permission: string, target = 'x') =>
  judge(permission, target, [{ layer: 'user', rules: withDefaults(rules) }]).action

test('looking is allowed and touching asks, where the user has said nothing', () => {
  expect(['read', 'grep', 'task'].map((permission) => verdict({}, permission))).toEqual(['allow', 'allow', 'allow'])
  expect(['edit', 'bash', 'mcp_files_write'].map((permission) => verdict({}, permission))).toEqual([
    'ask',
    'ask',
    'ask',
  ])
})

test("the user's rules win in the order they were written", () => {
  expect(verdict({ '*': 'deny', bash: 'allow' }, 'bash')).toBe('allow')
  expect(verdict({ bash: 'allow', '*': 'deny' }, 'bash')).toBe('deny')
  expect(verdict({ bash: { 'git *': 'allow' } }, 'bash', 'git push')).toBe('allow')
  expect(verdict({ bash: { 'git *': 'allow' } }, 'bash', 'rm x')).toBe('ask')
})
