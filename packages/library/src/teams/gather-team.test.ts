import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { agentRegistry } from '../agents/agent-registry.ts'
import { type GatherRequest, gatherTeam } from './gather-team.ts'
import { teamRegistry } from './team-registry.ts'

const modes = ['agent', 'broadcast', 'sequential']
const team = '{ "name": "Pair", "mode": "sequential", "members": ["coder", "Local One"] }'

function gather(asked: Partial<GatherRequest>) {
  const greedy =
    '{ "name": "Greedy", "mode": "agent", "members": ["coder"], "limits": { "maxTurns": 50, "maxDuration": 5 }, "permissions": { "bash": "allow" } }'
  const deep =
    '{ "name": "Deep", "mode": "sequential", "members": ["coder", "reviewer"], "settings": { "maxDepth": 20, "timeout": 2, "other": "x" } }'
  const workspace = folderOf({
    'team.json': team.replace('Local One', 'local'),
    'greedy.json': greedy,
    '.convene/teams/greedy.json': greedy,
    'deep.json': deep,
    '.convene/teams/deep.json': deep,
    'censor.json':
      '{ "name": "Censor", "mode": "agent", "members": ["coder"], "limits": { "prohibitedPatterns": ["unsafe"], "allowedPaths": ["a"] } }',
    'broken.json': '{ "name": "X" }',
    '.convene/teams/half.json': '{ "name": "Half", "mode": "agent" }',
    '.convene/agents/local.md': '---\nname: Local One\n---\nYou are local.',
  })
  const places = { home: join(workspace, 'home'), workspace, modes, trusted: asked.trusted ?? false }
  return gatherTeam({
    agents: [],
    defaultAgent: 'coder',
    modes,
    pool: [],
    defaultModel: 'rehearsal/offline',
    isKnownModel: () => true,
    seed: 1,
    directory: workspace,
    trusted: false,
    limits: { maxTurns: 10 },
    agentRegistry: agentRegistry(places),
    teamRegistry: async () => teamRegistry(places),
    ...asked,
  })
}

const slugs = (result: Awaited<ReturnType<typeof gather>>) =>
  result.ok ? result.value.team.members.map(({ slug }) => slug) : result.refusal

describe('gathering a team', () => {
  test('takes the default agent if nothing is requested', async () => {
    expect(await gather({})).toMatchObject({
      value: { mode: 'agent', team: { name: 'ad hoc', members: [{ slug: 'coder' }] } },
    })
  })

  test('finds agents by slug and name, in the order requested', async () => {
    expect(slugs(await gather({ agents: ['Local One', 'reviewer'] }))).toEqual(['local', 'reviewer'])
  })

  test('finds a team by name', async () => {
    const result = await gather({ team: 'Multi-Perspective Analysis' })
    expect(slugs(result)).toEqual(['architect', 'security', 'ux', 'devils-advocate'])
  })

  test('reads a team from a file', async () => {
    expect(await gather({ team: './team.json' })).toMatchObject({ value: { mode: 'sequential' } })
    expect(slugs(await gather({ team: 'team.json' }))).toEqual(['coder', 'local'])
  })

  test('keeps the mode settings of such a team within the user’s, too', async () => {
    const ceilings = { maxDepth: 5, timeout: 5 }
    const narrowed = await gather({ team: './deep.json', ceilings })
    expect(narrowed.ok && narrowed.value.settings).toEqual({ timeout: 2, other: 'x' })
    expect(narrowed.ok && narrowed.value.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining("The team's maxDepth is above yours"),
    ])
    const trusted = await gather({ team: 'Deep', ceilings, trusted: true })
    expect(trusted.ok && trusted.value.settings).toMatchObject({ maxDepth: 20 })
  })

  test('lets no such team silence or blind its members', async () => {
    const censored = await gather({ team: './censor.json' })
    expect(censored.ok && censored.value.limits).toEqual({})
    expect(censored.ok && censored.value.warnings.map(({ message }) => message)).toEqual([
      "The team's prohibitedPatterns is not used, because its file is not trusted.",
      "The team's allowedPaths is not used, because its file is not trusted.",
    ])
  })

  test('keeps an untrusted workspace’s team within the user’s limits', async () => {
    expect(await gather({ team: './greedy.json' })).toMatchObject({
      value: { limits: { maxDuration: 5 }, team: { permissions: {} }, warnings: [{ code: 'untrusted' }] },
    })
    expect(await gather({ team: 'Greedy', trusted: true })).toMatchObject({
      value: { limits: { maxTurns: 50 }, team: { permissions: { bash: 'allow' } }, warnings: [] },
    })
  })

  test('does not trust a team file that the user was not shown, even in a trusted workspace', async () => {
    expect(await gather({ team: './greedy.json', trusted: true })).toMatchObject({
      value: { limits: { maxDuration: 5 }, team: { permissions: {} }, warnings: [{ code: 'untrusted' }] },
    })
  })

  test.each([
    {
      asked: { team: 'multi-perspective-analysys' },
      code: 'unknown_team',
      says: 'Did you mean "multi-perspective-analysis"?',
    },
    { asked: { team: './none.json' }, code: 'unknown_team', says: 'the file does not exist' },
    { asked: { team: './broken.json' }, code: 'bad_team', says: 'mode: is missing' },
    { asked: { team: 'half' }, code: 'bad_team', says: 'members: is missing' },
    {
      asked: { agents: ['rewiever'] },
      code: 'unknown_agent',
      says: 'Did you mean "reviewer"?',
    },
    { asked: { agents: ['../../etc/passwd'] }, code: 'unknown_agent', says: 'Unknown agent' },
    { asked: { mode: 'panel' }, code: 'unknown_mode', says: 'Modes: agent, broadcast, sequential.' },
  ])('refuses with $code: $says', async ({ asked, code, says }) => {
    expect(await gather(asked)).toMatchObject({ ok: false, refusal: { code, message: expect.stringContaining(says) } })
  })
})
