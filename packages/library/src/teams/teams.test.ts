import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modes, Team } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { agentRegistry } from '../agents/agent-registry.ts'
import { type DescribedTeam, describeTeam } from './describe-team.ts'
import { diagnoseTeam, isWeakModel } from './diagnose-team.ts'
import { readTeam } from './read-team.ts'
import { deleteTeam, saveTeam } from './save-team.ts'
import { suggestTeams } from './suggest-teams.ts'
import { type ListedTeam, teamRegistry } from './team-registry.ts'
import { teamFileText } from './team-text.ts'

const agents = () => agentRegistry({ home: folderOf(), workspace: folderOf() })

function listed(fields: object): ListedTeam {
  const team = Team.parse({ name: 'Pair', slug: 'pair', mode: 'broadcast', members: ['coder', 'reviewer'], ...fields })
  return { team, source: 'user', file: '/t.json', path: '/t.json', shadows: [], warnings: [] }
}

const described = (fields: object): Promise<DescribedTeam> => describeTeam(listed(fields), agents())

describe('a described team', () => {
  test('has all its members looked up, including the team’s changes to them', async () => {
    const members = [
      'coder',
      { agent: 'reviewer', name: 'Rita', role: 'critic', model: 'local/big', prompt: 'Be short.' },
      { agent: { name: 'Ada', slug: 'ada', prompt: 'You think.' } },
    ]
    const team = await described({ members })
    expect(team.members).toMatchObject([
      { name: 'Coder', slug: 'coder', model: null },
      {
        name: 'Rita',
        slug: 'reviewer',
        role: 'critic',
        model: 'local/big',
        prompt: expect.stringMatching(/\n\nBe short\.$/u),
      },
      { name: 'Ada', prompt: 'You think.' },
    ])
    expect(team).toMatchObject({ source: 'user', sourcePath: '/t.json', lead: null, judge: null, warnings: [] })
  })

  test('reports missing members', async () => {
    expect((await described({ members: ['nobody'] })).warnings).toMatchObject([
      { code: 'unknown_agent', file: '/t.json' },
    ])
  })
})

describe('a diagnosis', () => {
  const choices = { usual: 'local/big', isKnownModel: (model: string) => model.startsWith('local/') }
  const codes = async (fields: object) => diagnoseTeam(await described(fields), choices).map(({ code }) => code)
  const strong = { agent: 'orchestrator', model: 'local/huge' }

  test('finds a weak model as lead, an unknown model, one model for all, and a missing judge', async () => {
    expect(await codes({ mode: 'reflect', lead: { agent: 'orchestrator', model: 'local/phi-mini' } })).toEqual([
      'weak_lead',
      'no_judge',
    ])
    expect(await codes({ lead: strong, members: [{ agent: 'coder', model: 'cloud/x' }, 'reviewer'] })).toEqual([
      'unknown_model',
    ])
    expect(await codes({})).toEqual(['same_model'])
    expect(await codes({ mode: 'reflect', lead: strong, judge: 'evaluator' })).toEqual([])
  })

  test('treats the entry agent as the lead of a delegation', async () => {
    const members = ['reviewer', { agent: 'coder', model: 'local/llama-8b' }]
    expect(await codes({ mode: 'delegate', entryAgent: 'coder', members })).toEqual(['weak_lead'])
    expect(await codes({ mode: 'delegate', entryAgent: 'reviewer', members })).toEqual([])
  })

  test.each([
    ['openai/gpt-5-mini', true],
    ['openai/gpt-5-nano', true],
    ['anthropic/claude-haiku-4-5', true],
    ['google/gemini-2.5-flash', true],
    ['ollama/qwen3:8b', true],
    ['google/gemini-2.5-pro', false],
    ['openai/gpt-5', false],
    ['ollama/qwen3:32b', false],
    ['rehearsal/offline', false],
  ])('knows whether %s is a small model: %s', (model, weak) => expect(isWeakModel(model)).toBe(weak))
})

describe('suggesting a team', () => {
  async function suggested(goal: string, own: { readonly [file: string]: string } = {}) {
    const registry = teamRegistry({
      home: folderOf(own),
      workspace: folderOf(),
      modes: Object.keys(modes),
    })
    const all = await Promise.all(registry.list().map((team) => describeTeam(team, agents())))
    return suggestTeams(goal, all)
  }

  test('is based on the words of the goal, and says which ones match what', async () => {
    const [first] = await suggested('Investigate what is published about vector databases, with sources')
    expect(first?.team.slug).toBe('deep-research')
    expect(first?.reasons).toEqual(expect.arrayContaining([expect.stringMatching(/sourc.*: what it is for/u)]))
  })

  test('matches other forms of a word', async () => {
    const own = {
      'teams/ops.json':
        '{ "name": "Deployers", "mode": "broadcast", "description": "Deployment of services", "members": ["coder"] }',
    }
    expect((await suggested('deploying a service', own))[0]?.team.slug).toBe('ops')
  })

  test('prefers a team whose description fits over one with many members', async () => {
    const crowd = JSON.stringify({
      name: 'Crowd',
      mode: 'broadcast',
      members: Array.from({ length: 20 }, () => 'security'),
    })
    const own = {
      'teams/crowd.json': crowd,
      'teams/guard.json':
        '{ "name": "Guards", "mode": "broadcast", "description": "Threats and vulnerabilities", "members": ["coder"] }',
    }
    expect((await suggested('vulnerabilities', own))[0]?.team.slug).toBe('guard')
  })

  test('prefers a panel for a choice, and otherwise agents that answer side by side', async () => {
    const own = { 'teams/debate.json': '{ "name": "Debate", "mode": "panel", "members": ["coder", "qa"] }' }
    const [first, second] = await suggested('Should we move to SQLite, or stay?', own)
    expect([first?.team.mode, second?.team.mode]).toEqual(['panel', expect.stringMatching(/panel|broadcast/u)])
    expect(first?.reasons).toContain('the goal asks for a choice: the mode panel')
  })

  test('returns nothing if no word matches', async () => {
    expect(await suggested('xyzzy')).toEqual([])
  })
})

describe('a saved team', () => {
  const team = listed({
    description: 'Two',
    members: ['coder', { agent: { name: 'Ada', slug: 'ada', prompt: 'You think.' } }],
  }).team
  const place = (home: string) => ({ home, workspace: home, scope: 'user' }) as const

  test('reads back as it was, without defaults in its file', () => {
    const text = teamFileText(team)
    expect(JSON.parse(text)).toEqual({
      name: 'Pair',
      slug: 'pair',
      description: 'Two',
      mode: 'broadcast',
      members: ['coder', { agent: { name: 'Ada', slug: 'ada', prompt: 'You think.' } }],
    })
    expect(readTeam('/pair.json', text, ['broadcast'])).toEqual({ team, problems: [] })
  })

  test('does not replace an existing file, unless it is to', () => {
    const home = folderOf({ 'teams/pair.json': '{}' })
    expect(saveTeam(place(home), { team })).toMatchObject({ ok: false, refusal: { code: 'team_exists' } })
    expect(saveTeam(place(home), { team, replace: true })).toMatchObject({ ok: true })
    expect(readFileSync(join(home, 'teams/pair.json'), 'utf8')).toBe(teamFileText(team))
    expect(saveTeam(place(home), { team })).toMatchObject({ ok: true })
  })

  test('does not overwrite changes made since it was read', () => {
    const home = folderOf()
    const saved = saveTeam(place(home), { team })
    const file = saved.ok ? saved.value : ''
    const read = readFileSync(file, 'utf8')
    const edited = { ...team, description: 'Three' }
    writeFileSync(file, '{ "name": "Theirs" }')
    expect(saveTeam(place(home), { team: edited, read })).toMatchObject({ ok: false, refusal: { code: 'changed' } })
    expect(readFileSync(file, 'utf8')).toBe('{ "name": "Theirs" }')
    deleteTeam(file)
    expect(saveTeam(place(home), { team: edited, read })).toMatchObject({ ok: false, refusal: { code: 'changed' } })
  })

  test('that no longer exists cannot be deleted again', () => {
    expect(deleteTeam('/nowhere/x.json')).toMatchObject({ ok: false, refusal: { code: 'not_deleted' } })
  })
})
