import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { problemText } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { agentRegistry } from './agent-registry.ts'
import { agentText } from './agent-text.ts'
import { readAgentFile } from './read-agent-file.ts'
import { deleteAgent, saveAgent } from './save-agent.ts'

const read = async (path: string, text: string) => readAgentFile(join(folderOf({ [path]: text }), path))

describe('an agent as text', () => {
  test('is the same agent when read back, for every built-in one', async () => {
    const folder = folderOf()
    const agents = await agentRegistry({ home: folder, workspace: folder }).list()
    expect(agents.length).toBeGreaterThan(10)
    for (const { agent } of agents)
      expect(await read(`${agent.slug}.md`, agentText(agent))).toMatchObject({ agent, problems: [] })
  })

  test('keeps words that YAML would misinterpret', async () => {
    const { agent: base } = await read('x.md', '---\nname: X\nslug: x\n---\nGo.\n')
    const hard = ['no', '- a', 'a: b', '#x', '"q"', "it's", '{x}', '*', '1e3', ' x', 'é: ü', '\\n']
    for (const description of hard) {
      const agent = { ...base, name: 'X', slug: 'x', prompt: 'Go.', description, capabilities: ['yes', 'a b', 'code'] }
      const again = await read('x.md', agentText(agent as never))
      expect(again.agent).toMatchObject({ description, capabilities: ['yes', 'a b', 'code'] })
    }
  })
})

describe('agents from other tools', () => {
  test.each([
    [
      '.claude/agents/code-reviewer.md',
      '---\nname: code-reviewer\ndescription: Reviews code\ntools: Read, Grep\n---\nReview.\n',
      { slug: 'code-reviewer', category: 'subagent' },
    ],
    [
      '.github/agents/docs.agent.md',
      '---\nname: Docs\ndescription: Writes docs\n---\nWrite.\n',
      { slug: 'docs', name: 'Docs' },
    ],
    [
      '.opencode/agent/build.md',
      '---\ndescription: Builds\nmode: subagent\n---\nBuild.\n',
      { slug: 'build', category: 'subagent' },
    ],
    [
      'reviewer.json',
      '{ "name": "Reviewer", "systemPrompt": "Review.", "toolPermissions": { "type": "specific", "tools": ["read"] } }',
      { slug: 'reviewer', prompt: 'Review.', tools: { only: ['read'] } },
    ],
  ])('are read from %s', async (path, text, agent) => {
    expect(await read(path, text)).toMatchObject({ agent, problems: [] })
  })

  test('report a mistake with file, line, field and what was expected', async () => {
    const { problems } = await read('bad.json', '{\n  "name": "X",\n  "prompt": "Go.",\n  "temperature": 9\n}')
    expect(problems.map(problemText)).toEqual([
      expect.stringMatching(/bad\.json:4:3: temperature: found 9, expected a number from 0 to 2/u),
    ])
  })

  test('report a missing file as a problem instead of crashing', async () => {
    expect((await readAgentFile('/nowhere/x.md')).problems).toMatchObject([{ severity: 'error', code: 'unreadable' }])
  })
})

describe('saving an agent', () => {
  const place = () => ({ home: folderOf(), workspace: folderOf(), scope: 'user' }) as const

  test('writes a file that is found from then on, until it is deleted', async () => {
    const where = place()
    const saved = saveAgent(where, { slug: 'auditor', text: '---\nname: A\nslug: auditor\n---\nGo.\n', replace: false })
    expect(saved).toMatchObject({ ok: true, value: join(where.home, 'agents', 'auditor.md') })
    expect((await agentRegistry(where).get('auditor'))?.source).toBe('user')
    expect(deleteAgent(join(where.home, 'agents', 'auditor.md')).ok).toBe(true)
    expect(existsSync(join(where.home, 'agents', 'auditor.md'))).toBe(false)
  })

  test('keeps an existing file with another text, unless it is to be replaced', () => {
    const where = place()
    const save = (text: string, replace: boolean) => saveAgent(where, { slug: 'a', text, replace })
    expect(save('one', false).ok).toBe(true)
    expect(save('one', false).ok).toBe(true)
    expect(save('two', false)).toMatchObject({ ok: false, refusal: { code: 'agent_exists' } })
    expect(readFileSync(join(where.home, 'agents', 'a.md'), 'utf8')).toBe('one')
    expect(save('two', true).ok).toBe(true)
    expect(readFileSync(join(where.home, 'agents', 'a.md'), 'utf8')).toBe('two')
  })

  test('does not write through a link out of the workspace', () => {
    const where = { ...place(), scope: 'workspace' } as const
    const elsewhere = folderOf()
    symlinkSync(elsewhere, join(where.workspace, '.convene'))
    expect(saveAgent(where, { slug: 'a', text: 'one', replace: false })).toMatchObject({
      ok: false,
      refusal: { code: 'outside' },
    })
    expect(existsSync(join(elsewhere, 'agents', 'a.md'))).toBe(false)
  })
})
