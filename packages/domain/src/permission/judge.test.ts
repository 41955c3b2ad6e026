import { describe, expect, test } from 'vitest'
import { isGranted, judge, judgeAll, literally, matches, textOfPattern } from './judge.ts'

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
  ])('%s matches %s: %s', (pattern, target, expected) => {
    expect(matches(pattern, target)).toBe(expected)
  })

  test.each(['rm *', 'echo ?', 'a\\*', 'a\\', '\\\\*?', 'ls \\ *', '', 'plain'])(
    'written literally, %s matches only itself',
    (text) => {
      const pattern = literally(text)
      expect(matches(pattern, text)).toBe(true)
      expect(textOfPattern(pattern)).toBe(text)
      for (const other of [`${text}x`, text.replace(/[*?]/, 'anything'), text.slice(0, -1), text.replace(/ \*$/, '')])
        if (other !== text) expect(matches(pattern, other)).toBe(false)
    },
  )

  test('a backslash before anything else is literal', () => {
    expect([matches('C:\\a*', 'C:\\abc'), matches('a\\b', 'ab'), matches('\\*', 'x'), matches('\\*', '*')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('many stars take no exponential time', () => {
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

  test('asks if no layer has a matching rule', () => {
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

describe('floors and alternative spellings', () => {
  const open = { layer: 'user', rules: { bash: { '*': 'allow', 'rm *': 'deny', 'git push *': 'ask' } } } as const
  const act = (resource: Parameters<typeof judgeAll>[0][number]) => judgeAll([resource], [open]).action

  test('no rule goes below a floor', () => {
    expect(act({ permission: 'bash', target: 'ls' })).toBe('allow')
    expect(act({ permission: 'bash', target: 'ls', verdict: 'ask' })).toBe('ask')
    expect(act({ permission: 'bash', target: 'ls', escalate: 'over 400 lines' })).toBe('ask')
    expect(act({ permission: 'bash', target: 'ls', verdict: 'deny', note: 'wipes a disk' })).toBe('deny')
    expect(act({ permission: 'bash', target: 'rm x', verdict: 'ask' })).toBe('deny')
  })

  test('a floor gives its reason', () => {
    expect(judgeAll([{ permission: 'bash', target: 'x', verdict: 'deny', note: 'wipes a disk' }], [open])).toEqual({
      action: 'deny',
      rule: 'wipes a disk',
      layer: 'safety',
      target: 'x',
    })
  })

  test('an alternative spelling can deny or ask, but never allow', () => {
    expect(act({ permission: 'bash', target: '/bin/rm x', alsoAs: ['rm x'] })).toBe('deny')
    expect(act({ permission: 'bash', target: 'git -C . push', alsoAs: ['git push'] })).toBe('ask')
    const named = { layer: 'user', rules: { bash: { 'ls *': 'allow' } } } as const
    expect(judgeAll([{ permission: 'bash', target: './ls', alsoAs: ['ls'] }], [named]).action).toBe('ask')
  })
})

describe('a sensitive file or a large change is the reason for the ask, not a rule that asks for every edit,', () => {
  const escalate = '.env is a sensitive file'
  const reason = { action: 'ask', rule: escalate, layer: 'safety', target: '.env' }

  test.each([
    ['allows', 'allow'],
    ['asks', 'ask'],
  ] as const)('if the rule %s', (_what, action) => {
    expect(
      judgeAll([{ permission: 'edit', target: '.env', escalate }], [{ layer: 'user', rules: { edit: action } }]),
    ).toEqual(reason)
  })

  test('if the same call also edits ordinary files', () => {
    const both = [
      { permission: 'edit', target: 'a.ts' },
      { permission: 'edit', target: '.env', escalate },
    ]
    expect(judgeAll(both, [{ layer: 'user', rules: { edit: 'ask' } }])).toEqual(reason)
  })

  test('but a rule that denies is named', () => {
    const denies = { layer: 'user', rules: { edit: 'deny' } } as const
    expect(judgeAll([{ permission: 'edit', target: '.env', escalate }], [denies])).toMatchObject({ rule: 'edit: *' })
  })
})

test('a pattern from the root matches the absolute path, and others match the path in the workspace', () => {
  const layer = {
    layer: 'user',
    rules: { read: { '*': 'allow', '/srv/app/secret/*': 'deny', 'docs/*': 'ask' } },
  } as const
  const inside = (target: string) =>
    judgeAll([{ permission: 'read', target, absolute: `/srv/app/${target}` }], [layer]).action
  expect([inside('secret/key'), inside('docs/a.md'), inside('src/a.ts')]).toEqual(['deny', 'ask', 'allow'])
})

test('a grant covers its permission and pattern, and nothing else', () => {
  expect(isGranted(['bash:git *'], 'bash', 'git push')).toBe(true)
  expect(isGranted(['bash:git *'], 'edit', 'git push')).toBe(false)
  expect(isGranted(['bash'], 'bash', 'anything')).toBe(true)
  expect(isGranted(['mcp_*'], 'mcp_files_write', 'anything')).toBe(true)
  expect(isGranted(['mcp_*'], 'bash', 'anything')).toBe(false)
  expect(isGranted([], 'bash', 'x')).toBe(false)
})
