import { expect, test } from 'vitest'
import { judge } from '../permission/judge.ts'
import { limitRules } from './limit-rules.ts'
import { noLimits } from './limits.ts'

const verdict = (limits: object, permission: string, target: string) =>
  judge(permission, target, [
    { layer: 'user', rules: { '*': 'allow' } },
    { layer: 'limits', rules: limitRules({ ...noLimits, ...limits }) },
  ]).action

test('no limit is no rule', () => expect(limitRules(noLimits)).toEqual({}))

test.each([
  [{ allowFileSystem: false }, 'read', 'a.md', 'deny'],
  [{ allowFileSystem: false }, 'webfetch', 'https://example.com/a', 'allow'],
  [{ allowedPaths: ['docs/'] }, 'read', 'docs/a/b.md', 'allow'],
  [{ allowedPaths: ['docs/**'] }, 'read', 'docs/a.md', 'allow'],
  [{ allowedPaths: ['docs'] }, 'read', 'documents/a.md', 'deny'],
  [{ allowedPaths: ['docs'] }, 'grep', '.', 'deny'],
  [{ allowedPaths: ['docs'] }, 'search', 'anything', 'deny'],
  [{ allowedDomains: ['example.com'] }, 'webfetch', 'https://example.com/a', 'allow'],
  [{ allowedDomains: ['example.com'] }, 'webfetch', 'https://example.com.evil.org/', 'deny'],
  [{ allowedDomains: ['*.example.com'] }, 'crawl', 'https://docs.example.com/a', 'allow'],
])('with %j, %s %s: %s', (limits, permission, target, expected) =>
  expect(verdict(limits, permission, target)).toBe(expected),
)

test('a wide host pattern does not reach into another host', () => {
  expect(verdict({ allowedDomains: ['*.example.com'] }, 'webfetch', 'https://evil.org/?x=.example.com/')).toBe('deny')
})
