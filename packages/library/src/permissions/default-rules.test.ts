import { judge } from '@convene/domain'
import { expect, test } from 'vitest'
import { withDefaults } from './default-rules.ts'

const verdict = (rules: Parameters<typeof withDefaults>[0], permission: string, target = 'x') =>
  judge(permission, target, [{ layer: 'user', ...withDefaults(rules) }]).action

test('by default, reading is allowed and everything else asks', () => {
  expect(['read', 'grep', 'task'].map((permission) => verdict({}, permission))).toEqual(['allow', 'allow', 'allow'])
  expect(['edit', 'bash', 'mcp_files_write'].map((permission) => verdict({}, permission))).toEqual([
    'ask',
    'ask',
    'ask',
  ])
})

test('a user’s pattern leaves the default for everything else, and the verdict names its rule', () => {
  const layers = [{ layer: 'user', ...withDefaults({ bash: { 'git *': 'allow' }, read: { 'x/*': 'deny' } }) }]
  expect(judge('bash', 'rm x', layers)).toEqual({ action: 'ask', rule: 'bash: *', layer: 'default' })
  expect(judge('read', 'a.ts', layers).action).toBe('allow')
  expect(judge('read', 'x/a.ts', layers).action).toBe('deny')
  expect(verdict({ bash: { '*': 'deny', 'git *': 'allow' } }, 'bash', 'rm x')).toBe('deny')
})

test('a rule that the user did not write is called a default, and one that they wrote never', () => {
  const layerOf = (rules: Parameters<typeof withDefaults>[0], permission: string) =>
    judge(permission, 'x', [{ layer: 'user', ...withDefaults(rules) }]).layer
  expect(layerOf({}, 'bash')).toBe('default')
  expect(layerOf({}, 'mcp_files_write')).toBe('default')
  expect(layerOf({ bash: 'ask' }, 'bash')).toBe('user')
  expect(layerOf({ bash: { '*': 'ask' } }, 'bash')).toBe('user')
  expect(layerOf({ '*': 'ask' }, 'bash')).toBe('user')
})

test("the user's rules win in the order they were written", () => {
  expect(verdict({ '*': 'deny', bash: 'allow' }, 'bash')).toBe('allow')
  expect(verdict({ bash: 'allow', '*': 'deny' }, 'bash')).toBe('deny')
  expect(verdict({ bash: { 'git *': 'allow' } }, 'bash', 'git push')).toBe('allow')
  expect(verdict({ bash: { 'git *': 'allow' } }, 'bash', 'rm x')).toBe('ask')
})
