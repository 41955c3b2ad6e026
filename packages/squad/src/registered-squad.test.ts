import { join } from 'node:path'
import { agentRegistry, type GatherRequest, gatherTeam, teamRegistry } from '@convene/library'
import { problemText } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { readSquad } from './read-squad.ts'

type Files = { readonly [path: string]: string }

const modes = ['agent', 'broadcast', 'delegate', 'sequential', 'orchestrate', 'reflect', 'panel', 'plan']
const team = JSON.stringify({ name: 'Pair', mode: 'broadcast', members: ['coder', 'reviewer'] })
const roster = (name: string) => `# ${name}\n\n## Members\n\n| Name | Role |\n|---|---|\n| Ada | Lead |\n`
const charter = '# Ada — Lead\n\n- **Preferred:** local/big\n'
const pair = { '.squad/team.md': roster('Pair'), '.squad/agents/ada/charter.md': charter }

function registry(files: { user?: Files; workspace?: Files; trusted?: boolean }) {
  const { user = {}, workspace = {}, trusted = false } = files
  return teamRegistry({ home: folderOf(user), workspace: folderOf(workspace), modes, trusted, squad: readSquad })
}

const said = (teams: ReturnType<typeof teamRegistry>): readonly string[] => teams.problems().map(problemText)

test('a Squad team overrides teams with its name from all other places, and shows the path of its folder', () => {
  const teams = registry({
    user: { 'teams/a.json': team },
    workspace: { '.convene/teams/b.json': team, ...pair },
    trusted: true,
  })
  const found = teams.get('pair')
  expect(found).toMatchObject({ source: 'squad', path: expect.stringMatching(/\.squad$/u), team: { mode: 'reflect' } })
  expect(found?.shadows.map((path) => path.split('/').at(-1))).toEqual(['b.json', 'a.json'])
  expect(teams.list().filter(({ source }) => source === 'user' || source === 'workspace')).toEqual([])
})

test('a Squad team in an untrusted workspace cannot take the name of a user team, but is shown', () => {
  const workspace = { '.squad/team.md': roster('Pair') }
  const teams = registry({ user: { 'teams/my-own.json': team }, workspace })
  expect(teams.get('pair')?.source).toBe('user')
  expect(teams.unused().map(({ source }) => source)).toEqual(['squad'])
  expect(said(teams).at(-1)).toMatch(/not used: .* is already called .*not trusted/u)
  expect(registry({ workspace, trusted: true }).get('pair')?.source).toBe('squad')
})

test('a Squad team cannot choose models before the workspace is trusted', () => {
  const home = folderOf()
  const workspace = folderOf(pair)
  const squad = (folder: string, place: string) => readSquad(folder, place, { modelFor: (name) => name })
  const model = (trusted: boolean) =>
    JSON.stringify(teamRegistry({ home, workspace, modes, trusted, squad }).get('pair'))
  expect(model(false)).not.toContain('"model"')
  expect(model(true)).toContain('"model":"local/big"')
})

test('a Squad team keeps its warnings, which are also among all problems', () => {
  const teams = registry({ workspace: { '.squad/team.md': roster('Pair') } })
  expect(teams.get('pair')?.warnings).toMatchObject([{ code: 'no_charter', line: 7 }])
  expect(said(teams)).toEqual([expect.stringContaining('7: Ada has no charter')])
})

test('a run uses the Squad team once it is trusted, and reports what was cut and left out', async () => {
  const workspace = folderOf({
    '.squad/team.md': '# Till\n\nmode: sequential\n\n| Name | Role |\n|---|---|\n| Ada | Lead |\n| ../x | Thief |\n',
    '.squad/agents/ada/charter.md': 'You lead. '.repeat(500),
  })
  const gather = (trusted: boolean) => {
    const places = { home: join(workspace, 'home'), workspace, modes, trusted }
    const request: GatherRequest = {
      ...{ agents: [], defaultAgent: 'coder', modes, pool: [], defaultModel: 'rehearsal/offline' },
      ...{ isKnownModel: () => true, seed: 1, directory: workspace, trusted, limits: {}, team: 'till' },
      agentRegistry: agentRegistry(places),
      teamRegistry: async () => teamRegistry({ ...places, squad: readSquad }),
    }
    return gatherTeam(request)
  }
  expect(await gather(false)).toMatchObject({ ok: false, refusal: { code: 'untrusted_squad' } })
  const trusted = await gather(true)
  expect(trusted).toMatchObject({
    value: { mode: 'sequential', team: { members: [{ slug: 'ada', prompt: 'You lead. '.repeat(400).trim() }] } },
  })
  expect(trusted.ok && trusted.value.warnings).toEqual([
    { code: 'squad', message: expect.stringContaining('team.md:8: "../x" is a path') },
    { code: 'cut', message: expect.stringContaining('has 4999 characters; the first 4000 are used') },
  ])
})
