import { describe, expect, test } from 'vitest'
import { isGranted, judge, judgeAll, matches } from './judge.ts'

describe('patterns', () => {
  test.each([
    ['git *', 'git', true],
    ['git *', 'git push', true],
    ['git *', 'gitk', false],
    ['npm test', 'npm test', true],
    ['npm test', 'npm test x', false],
    ['*.pem', 'a/b.pem', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a.c', 'abc', false],
    ['*', '', true],
    ['', 'x', false],
    ['[a-z]*', 'abc', false],
  ])('%s over %s: %s', (pattern, target, expected) => {
    expect(matches(pattern, target)).toBe(expected)
  })

  test('many stars do not explode', () => {
    expect(matches(`${'*a'.repeat(2_000)}b`, 'a'.repeat(4_000))).toBe(false)
  })
})

describe('judging', () => {
  const user = { layer: 'user', rules: { bash: { '*': 'ask', 'git *': 'allow' }, edit: 'deny' } } as const

  test('inside a layer the last match wins', () => {
    expect(judge('bash', 'git push', [user])).toEqual({ action: 'allow', rule: 'bash: git *', layer: 'user' })
    expect(judge('bash', 'rm x', [user]).action).toBe('ask')
  })

  test('across layers the most restrictive wins', () => {
    const agent = { layer: 'agent', rules: { bash: { 'git push': 'deny' } } } as const
    expect(judge('bash', 'git push', [user, agent])).toMatchObject({ action: 'deny', layer: 'agent' })
    expect(judge('bash', 'git push', [agent, user])).toMatchObject({ action: 'deny', layer: 'agent' })
  })

  test('where no layer says anything, it asks', () => {
    expect(judge('webfetch', 'https://x', [user]).action).toBe('ask')
  })

  test('a call is as restricted as the worst thing it touches', () => {
    const resources = [
      { permission: 'bash', target: 'git status' },
      { permission: 'edit', target: '/x' },
    ]
    expect(judgeAll(resources, [user])).toMatchObject({ action: 'deny', target: '/x' })
  })
})

test('a grant covers its permission and pattern, and nothing else', () => {
  expect(isGranted(['bash:git *'], 'bash', 'git push')).toBe(true)
  expect(isGranted(['bash:git *'], 'edit', 'git push')).toBe(false)
  expect(isGranted(['bash'], 'bash', 'anything')).toBe(true)
  expect(isGranted([], 'bash', 'x')).toBe(false)
})
