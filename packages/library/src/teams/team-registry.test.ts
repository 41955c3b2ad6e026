import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { problemText } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { agentRegistry } from '../agents/agent-registry.ts'
import { describeTeam } from './describe-team.ts'
import { teamRegistry } from './team-registry.ts'

type Files = { readonly [path: string]: string }

const modes = ['agent', 'broadcast', 'delegate', 'sequential', 'orchestrate', 'reflect', 'panel', 'plan']

function registry({
  user = {},
  workspace = {},
  trusted = false,
}: {
  user?: Files
  workspace?: Files
  trusted?: boolean
}) {
  return teamRegistry({ home: folderOf(user), workspace: folderOf(workspace), modes, trusted })
}

const said = (teams: ReturnType<typeof teamRegistry>): readonly string[] =>
  teams.problems().map((problem) => problemText(problem).replace(problem.file, '').replace(/^:/u, ''))

const team = (fields: object) =>
  JSON.stringify({ name: 'Pair', mode: 'broadcast', members: ['coder', 'reviewer'], ...fields })

describe('teams', () => {
  test('that are built in are valid, and their modes exist', async () => {
    const teams = registry({})
    expect(teams.problems()).toEqual([])
    expect(teams.list().map(({ team: { name, mode } }) => `${name}: ${mode}`)).toEqual(
      expect.arrayContaining([
        'Coordinator: delegate',
        'Deep Research: orchestrate',
        'Draft, Critique, Refine: sequential',
        'Multi-Perspective Analysis: broadcast',
      ]),
    )
    const agents = agentRegistry({ home: folderOf(), workspace: folderOf() })
    for (const listed of teams.list()) expect((await describeTeam(listed, agents)).warnings).toEqual([])
  })

  test('are found by slug, and by name ignoring case', () => {
    const teams = registry({ user: { 'teams/my-pair.json': team({}) } })
    expect(teams.get('my-pair')?.team.name).toBe('Pair')
    expect(teams.get('PAIR')?.team.slug).toBe('my-pair')
    expect(teams.get('multi-perspective analysis')?.source).toBe('built-in')
  })

  test('in the workspace override the user’s with the same slug or name, and are marked as such', () => {
    const teams = registry({
      user: { 'teams/a.json': team({}), 'teams/b.json': team({ name: 'Other' }) },
      workspace: { '.convene/teams/b.json': `// ours\n${team({})}` },
      trusted: true,
    })
    const listed = teams.list().filter(({ source }) => source !== 'built-in')
    expect(listed).toMatchObject([{ team: { name: 'Pair', slug: 'b' }, source: 'workspace' }])
    expect(listed[0]?.shadows.map((path) => path.split('/').at(-1))).toEqual(['a.json', 'b.json'])
  })

  test('can contain inline agents, also in the form with a systemPrompt', () => {
    const inline = {
      name: 'code-reviewer',
      systemPrompt: 'You review.',
      description: 'Reviews',
      useFor: 'Reviews',
      delegationPermissions: { type: 'specific', agents: ['coder'] },
      toolPermissions: { type: 'specific', tools: ['read'] },
    }
    const members = [
      'coder',
      { agent: { name: 'Ada', slug: 'ada', prompt: 'You think.' } },
      inline,
      { agent: inline, name: 'Bo' },
    ]
    const teams = registry({ user: { 'teams/x.json': team({ members }) } })
    expect(said(teams)).toEqual([])
    expect(teams.get('x')?.team.members).toMatchObject([
      'coder',
      { agent: { slug: 'ada', maxIterations: 30 } },
      { agent: { slug: 'code-reviewer', prompt: 'You review.', delegates: ['coder'], tools: { only: ['read'] } } },
      { agent: { slug: 'code-reviewer' }, name: 'Bo' },
    ])
  })

  test('in an untrusted workspace can deny but not allow', () => {
    const agent = { name: 'A', slug: 'a', prompt: 'x', permissions: { bash: 'allow' } }
    const workspace = {
      '.convene/teams/x.json': team({ permissions: { bash: 'allow', edit: 'deny' }, members: [{ agent }] }),
    }
    expect(registry({ workspace }).get('x')?.team).toMatchObject({
      permissions: { edit: 'deny' },
      members: [{ agent: { permissions: {} } }],
    })
    expect(registry({ workspace, trusted: true }).get('x')?.team.permissions).toEqual({ bash: 'allow', edit: 'deny' })
  })

  test.each([
    ['the slug of a built-in team', '.convene/teams/code-review-team.json', team({}), 'code-review-team', 'built-in'],
    ['the name of a built-in team', '.convene/teams/x.json', team({ name: 'code review TEAM' }), 'x', 'built-in'],
    [
      'the slug of a built-in team as its name',
      '.convene/teams/x.json',
      team({ name: 'code-review-team' }),
      'x',
      'built-in',
    ],
    ['the name of a user team', '.convene/teams/x.json', team({ name: 'Mine' }), 'x', 'user'],
  ])('in an untrusted workspace cannot take %s, but is shown', (_, path, text, slug, source) => {
    const teams = registry({ user: { 'teams/my-own.json': team({ name: 'Mine' }) }, workspace: { [path]: text } })
    const wanted = source === 'user' ? 'mine' : 'Code Review Team'
    expect(teams.get(wanted)?.source).toBe(source)
    expect(teams.get('code-review-team')?.source).toBe('built-in')
    expect(teams.get(slug)?.source).not.toBe('workspace')
    expect(teams.unused().map(({ file }) => file.endsWith(path))).toEqual([true])
    expect(said(teams).at(-1)).toMatch(/not used: .* is already called .*not trusted/u)
    const trusted = registry({ workspace: { [path]: text }, trusted: true })
    expect(trusted.list().some(({ file }) => file.endsWith(path))).toBe(true)
  })

  test("in an untrusted workspace cannot choose among the user's models", () => {
    const agent = { name: 'A', slug: 'a', prompt: 'x', model: 'openai/gpt-5' }
    const members = [{ agent, model: 'openai/gpt-5' }]
    const workspace = { '.convene/teams/x.json': team({ members, lead: { agent: 'b', model: 'openai/gpt-5' } }) }
    const teams = registry({ workspace })
    expect(JSON.stringify(teams.get('x')?.team)).not.toContain('gpt-5')
    expect(teams.problems()).toMatchObject([{ severity: 'warning', code: 'untrusted', key: 'model' }])
    expect(registry({ workspace, trusted: true }).get('x')?.team.members).toMatchObject([{ model: 'openai/gpt-5' }])
  })
})

describe('an invalid team file', () => {
  test.each([
    {
      text: '{\n  "name": "X",\n  "mode": "swarm",\n  "members": ["a"]\n}',
      problem:
        '3:3: mode: unknown mode "swarm". Modes: agent, broadcast, delegate, sequential, orchestrate, reflect, panel, plan.',
    },
    {
      text: '{ "name": "X", "mode": "agnet", "members": ["a"] }',
      problem:
        '1:16: mode: unknown mode "agnet". Did you mean "agent"? Modes: agent, broadcast, delegate, sequential, orchestrate, reflect, panel, plan.',
    },
    { text: '{ "name": "X", "mode": "agent" }', problem: '1:1: members: is missing; expected a list.' },
    {
      text: '{ "name": "X", "mode": "agent", "members": [] }',
      problem: '1:33: members: found a list, expected a list of at least one member.',
    },
    {
      text: '{ "name": "X", "mode": "agent",\n "members": ["ok", { "agent": "b", "nmae": "B" }] }',
      problem: '2:36: members[1].nmae: unknown key.',
    },
    {
      text: '{ "name": "X", "mode": "agent", "members": ["Bad Slug"] }',
      problem: '1:45: members[0]: found "Bad Slug", expected lower-case letters, digits and hyphens.',
    },
    {
      text: '{ "name": "X", "mode": "agent", "members": ["../x"] }',
      problem: '1:45: members[0]: found "../x", expected lower-case letters, digits and hyphens.',
    },
    {
      text: '{ "name": "X\\u202e", "mode": "agent", "members": ["a"] }',
      problem: '1:3: name: found "X\ufffd", expected one line without control or bidi characters.',
    },
    {
      text: '{ "name": "X", "mode": "agent", "members": ["a"], "limits": { "maxTurns": 0 } }',
      problem: '1:63: limits.maxTurns: found 0, expected a whole number from 1 to 100, or null.',
    },
    { text: '{ "name": "X" "mode": 1 }', problem: '1:15: expected "," or "}", found "\\""' },
    { text: '[]', problem: '1:1: expected an object in braces.' },
  ])('is reported with line, key and what is allowed: $problem', ({ text, problem }) => {
    const teams = registry({ user: { 'teams/x.json': text, 'teams/good.json': team({}) } })
    expect(said(teams)).toEqual([problem])
    expect(teams.get('good')).toBeDefined()
    expect(teams.get('x')).toBeUndefined()
  })

  test('with an unknown key is used, and the key is reported', () => {
    const teams = registry({ user: { 'teams/x.json': team({ membres: [] }) } })
    expect(said(teams)).toEqual(['1:66: membres: unknown key, ignored. Did you mean "members"?'])
    expect(teams.get('x')).toBeDefined()
  })

  test('with more than 100 members, of 5 MB, or linked from outside is refused', () => {
    const outside = folderOf({ 'x.json': team({}) })
    const workspace = folderOf({
      '.convene/teams/crowd.json': team({ members: Array.from({ length: 101 }, () => 'coder') }),
      '.convene/teams/huge.json': team({ sharedContext: 'x'.repeat(5_000_000) }),
    })
    symlinkSync(join(outside, 'x.json'), join(workspace, '.convene/teams/link.json'))
    const teams = teamRegistry({ home: outside, workspace, modes })
    expect(teams.list().every(({ source }) => source === 'built-in')).toBe(true)
    expect(teams.problems().map(({ severity }) => severity)).toEqual(['error', 'error', 'error'])
  })
})
