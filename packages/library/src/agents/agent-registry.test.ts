import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { problemText } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { agentRegistry } from './agent-registry.ts'

type Files = { readonly [path: string]: string | Uint8Array }

function registry({
  user = {},
  workspace = {},
  trusted = false,
}: {
  user?: Files
  workspace?: Files
  trusted?: boolean
}) {
  return agentRegistry({ home: folderOf(user), workspace: folderOf(workspace), trusted })
}

const file = (fields: string, body = 'You help.') => `---\n${fields}\n---\n${body}\n`

async function said(agents: ReturnType<typeof agentRegistry>): Promise<readonly string[]> {
  return (await agents.problems()).map((problem) => problemText(problem).replace(problem.file, '').replace(/^:/u, ''))
}

describe('agents', () => {
  test('in the workspace override the user’s, and those override the built-in ones', async () => {
    const agents = registry({
      user: { 'agents/coder.md': file('name: My Coder') },
      workspace: { '.convene/agents/coder.md': file('name: Our Coder') },
      trusted: true,
    })
    const coder = await agents.get('coder')
    expect(coder).toMatchObject({ agent: { name: 'Our Coder', slug: 'coder' }, source: 'workspace' })
    expect(coder?.file).toMatch(/\.convene\/agents\/coder\.md$/)
    expect(coder?.shadows.map((path) => path.split('/').slice(-2).join('/'))).toEqual([
      'agents/coder.md',
      'built-in/coder.md',
    ])
    expect((await agents.list()).filter(({ agent }) => agent.slug === 'coder')).toHaveLength(1)
  })

  test('are found by slug, and by name ignoring case', async () => {
    const agents = registry({ workspace: { '.convene/agents/x.md': file('name: Data Wizard\nslug: wizard') } })
    expect((await agents.get('wizard'))?.agent.name).toBe('Data Wizard')
    expect((await agents.get('data wizard'))?.agent.slug).toBe('wizard')
    expect((await agents.get("devil's advocate"))?.agent.slug).toBe('devils-advocate')
    expect(await agents.get('x')).toBeUndefined()
  })

  test.each(['../coder', 'built-in/../coder', '..', '', 'coder.md', 'coder\0', 'COD/ER'])(
    'are not found as %j',
    async (slug) => {
      expect(await registry({}).get(slug)).toBeUndefined()
    },
  )

  test('can set every field of the schema in their front matter', async () => {
    const fields = [
      'name: Auditor',
      'description: "Reads, then: judges"',
      'capabilities:',
      '  - review',
      '  - test',
      'model: openai/gpt-5',
      'temperature: 0.1',
      'tools: { only: [read, grep], overrides: { read: { maxOutput: 10 } } }',
      'permissions:',
      '  "*": deny',
      '  bash: { "git *": ask }',
      'variables: { team: blue }',
      'spawns: "*"',
      'icon: 🧐',
    ].join('\n')
    const agents = registry({ user: { 'agents/auditor.md': file(fields, 'Line one.\n\nLine two: {{team}}.') } })
    expect(await agents.problems()).toEqual([])
    expect((await agents.get('auditor'))?.agent).toMatchObject({
      name: 'Auditor',
      description: 'Reads, then: judges',
      capabilities: ['review', 'test'],
      model: 'openai/gpt-5',
      temperature: 0.1,
      tools: { only: ['read', 'grep'], overrides: { read: { maxOutput: 10 } } },
      permissions: { '*': 'deny', bash: { 'git *': 'ask' } },
      variables: { team: 'blue' },
      spawns: ['*'],
      icon: '🧐',
      prompt: 'Line one.\n\nLine two: {{team}}.',
      execution: 'agentic',
    })
  })

  test('are read with a byte order mark and CRLF line endings', async () => {
    const text = `\ufeff${file('name: Crlf', 'One.\nTwo.')}`.replaceAll('\n', '\r\n')
    const agents = registry({ user: { 'agents/crlf.md': text } })
    expect((await agents.get('crlf'))?.agent).toMatchObject({ name: 'Crlf', prompt: 'One.\nTwo.' })
  })

  test('in an untrusted workspace can deny but not allow', async () => {
    const workspace = { '.convene/agents/a.md': file('name: A\npermissions: { read: allow, bash: deny }') }
    expect((await registry({ workspace }).get('a'))?.agent.permissions).toEqual({ bash: 'deny' })
    expect((await registry({ workspace, trusted: true }).get('a'))?.agent.permissions).toEqual({
      read: 'allow',
      bash: 'deny',
    })
  })

  test("in an untrusted workspace cannot choose among the user's models", async () => {
    const workspace = { '.convene/agents/a.md': file('name: A\nmodel: openai/gpt-5') }
    const agents = registry({ workspace })
    expect((await agents.get('a'))?.agent).not.toHaveProperty('model')
    expect(await agents.problems()).toMatchObject([{ severity: 'warning', code: 'untrusted', key: 'model' }])
    expect((await registry({ workspace, trusted: true }).get('a'))?.agent.model).toBe('openai/gpt-5')
  })
})

describe('an invalid agent file', () => {
  test.each([
    { fields: 'slug: x', problem: '2:1: name: is missing; expected a text in quotes.' },
    { fields: 'name: A\ntemperature: 3', problem: '3:1: temperature: found 3, expected a number from 0 to 2.' },
    {
      fields: 'name: A\nmaxIterations: 0',
      problem: '3:1: maxIterations: found 0, expected a whole number, at least 1.',
    },
    {
      fields: 'name: A\ncategory: boss',
      problem: '3:1: category: found "boss", expected "primary", "subagent", "hidden".',
    },
    {
      fields: 'name: A\npermissions:\n  bash:\n    "rm *": never',
      problem: '5:5: permissions.bash["rm *"]: found "never", expected "allow", "ask", "deny".',
    },
    {
      fields: 'name: A\ntools: { onyl: [read] }',
      problem: '3:10: tools.onyl: unknown key.',
    },
    {
      fields: 'name: A\nslug: "../x"',
      problem: '3:1: slug: found "../x", expected lower-case letters, digits and hyphens.',
    },
    {
      fields: `name: A\nmodel: gpt`,
      problem: '3:1: model: found "gpt", expected provider/model, such as openai/gpt-5 or rehearsal/offline.',
    },
    {
      fields: `name: "A\u202eB"`,
      problem: '2:1: name: found "A\ufffdB", expected one line without control or bidi characters.',
    },
    {
      fields: 'name: "A\\nB"',
      problem: '2:1: name: found "A\\nB", expected one line without control or bidi characters.',
    },
    {
      fields: 'name: [A',
      problem: '3:1: Flow sequence in block collection must be sufficiently indented and end with a ]',
    },
    { fields: 'name: A\nname: B', problem: '3:1: Map keys must be unique' },
    { fields: 'a: &a [x]\nb: *a\nname: A', problem: '2:7: anchors and aliases are not allowed' },
    { fields: 'name: !!js/function "x"', problem: '2:7: Unresolved tag: tag:yaml.org,2002:js/function' },
    { fields: 'name: !!str A', problem: '2:13: tags are not allowed' },
    { fields: '__proto__: { x: 1 }\nname: A', problem: '2:1: the key __proto__ is not allowed' },
    { fields: 'just text', problem: '2:1: expected fields such as "name: Reviewer"' },
  ])('is reported with line, field and what was expected: $problem', async ({ fields, problem }) => {
    const agents = registry({ user: { 'agents/a.md': file(fields), 'agents/good.md': file('name: Good') } })
    expect((await said(agents)).filter((text) => !text.includes('unknown field'))).toContain(problem)
    expect((await agents.get('good'))?.agent.name).toBe('Good')
  })

  test('without a prompt is reported below the fields', async () => {
    const agents = registry({ user: { 'agents/a.md': '---\nname: A\n---\n\n' } })
    expect(await said(agents)).toEqual(['4:1: prompt: found "", expected a prompt: the body of the file.'])
  })

  test('without front matter is reported with what an agent file looks like', async () => {
    const agents = registry({ user: { 'agents/a.md': '# Hello', 'agents/b.md': '---\nname: B\n' } })
    expect(await said(agents)).toEqual([
      '1:1: expected a line "---" at the beginning, fields, and another line "---"',
      '1:1: expected a second line "---" within 32000 characters',
    ])
  })

  test('with an unknown field is used, and the field is reported', async () => {
    const agents = registry({ user: { 'agents/a.md': file('name: A\ntemprature: 1') } })
    expect(await said(agents)).toEqual(['3:1: temprature: unknown field, ignored. Did you mean "temperature"?'])
    expect((await agents.get('a'))?.agent.temperature).toBeUndefined()
  })

  test('that is hostile hides no other file and breaks nothing', async () => {
    const bomb = `a: &a [x,x]\n${'bcdefghi'.replace(/./gu, (key, index: number) => `${key}: &${key} [*${'abcdefgh'[index]},*${'abcdefgh'[index]}]\n`)}name: Bomb`
    const agents = registry({
      user: {
        'agents/bomb.md': file(bomb),
        'agents/deep.md': file(`name: ${'['.repeat(15_000)}`),
        'agents/huge.md': file('name: Huge', 'x'.repeat(5_000_000)),
        'agents/nul.md': file('name: Nul', 'a\0b'),
        'agents/bytes.md': new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]),
        'agents/folder.md/x': '',
        'agents/good.md': file('name: Good'),
      },
    })
    expect((await agents.list()).filter(({ source }) => source === 'user').map(({ agent }) => agent.name)).toEqual([
      'Good',
    ])
    expect((await agents.problems()).map(({ file: path }) => path.split('/').at(-1))).toEqual([
      'bomb.md',
      'bytes.md',
      'deep.md',
      'folder.md',
      'huge.md',
      'nul.md',
    ])
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })

  test('that is a link out of the workspace is not read', async () => {
    const outside = folderOf({ 'secret.md': file('name: Secret') })
    const workspace = folderOf({ '.convene/agents/good.md': file('name: Good') })
    symlinkSync(join(outside, 'secret.md'), join(workspace, '.convene/agents/secret.md'))
    symlinkSync(join(workspace, 'nowhere.md'), join(workspace, '.convene/agents/dead.md'))
    const agents = agentRegistry({ home: outside, workspace })
    expect(await agents.get('secret')).toBeUndefined()
    expect((await agents.get('good'))?.source).toBe('workspace')
    expect(await said(agents)).toEqual([
      ' is a broken link',
      ' is a link to a file outside the workspace and was not read',
    ])
  })
})

describe('agents from other programs', () => {
  test('in .claude/agents are subagents with their tools', async () => {
    const text = file(
      'name: code-reviewer\ndescription: |\n  Use this.\n  Always.\ntools: Read, Grep, Bash(git *), mcp__github__search\nmodel: sonnet\ncolor: blue\nunknown: x',
    )
    const agents = registry({ workspace: { '.claude/agents/reviewing.md': text } })
    expect(await agents.problems()).toEqual([])
    expect((await agents.get('code-reviewer'))?.agent).toMatchObject({
      name: 'Code Reviewer',
      description: 'Use this. Always.',
      category: 'subagent',
      color: '#3B82F6',
      tools: { only: ['read', 'grep', 'bash', 'mcp_github_search'] },
    })
    expect((await agents.get('code-reviewer'))?.agent.model).toBeUndefined()
  })

  test('in .opencode are read from both folders, without disabled ones', async () => {
    const agents = registry({
      workspace: {
        '.opencode/agent/docs.md': file(
          'description: Writes\nmode: subagent\nmodel: anthropic/claude\nreasoningEffort: xhigh\ntools:\n  bash: false\n  write: false',
        ),
        '.opencode/agents/locked.md': file(
          'permission:\n  edit: deny\n  bash:\n    "*": ask\n  odd: 3\ntools: { "*": false, read: true }',
        ),
        '.opencode/agents/gone.md': file('disable: true'),
      },
      trusted: true,
    })
    expect((await agents.get('docs'))?.agent).toMatchObject({
      name: 'Docs',
      category: 'subagent',
      model: 'anthropic/claude',
      reasoning: 'max',
      tools: { except: ['bash', 'write'] },
    })
    expect((await agents.get('locked'))?.agent).toMatchObject({
      permissions: { edit: 'deny', bash: { '*': 'ask' } },
      tools: { only: ['read'] },
    })
    expect(await agents.get('gone')).toBeUndefined()
  })

  test('in .github/agents are named after their file', async () => {
    const agents = registry({
      workspace: {
        '.github/agents/test-expert.agent.md': file('name: Tester\nreasoning: High\ntools: [read, search, execute]'),
        '.github/agents/README.md': 'not an agent',
      },
    })
    expect(await agents.problems()).toEqual([])
    expect((await agents.get('test-expert'))?.agent).toMatchObject({
      name: 'Tester',
      reasoning: 'high',
      tools: { only: ['read', 'grep', 'glob', 'bash'] },
    })
  })

  test('are overridden by ours in the same place', async () => {
    const agents = registry({
      workspace: { '.claude/agents/x.md': file('name: x'), '.convene/agents/x.md': file('name: Ours') },
    })
    expect(await agents.get('x')).toMatchObject({
      agent: { name: 'Ours' },
      shadows: [expect.stringContaining('.claude')],
    })
  })
})
