import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPlace, settingsFor, type TestFolders } from './launch.ts'
import { write, writeAgent } from './workspace.ts'

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
  server.script([on({}, { text: 'Done.' })])
})

afterEach(async () => {
  await server.close()
  place.remove()
})

const sessions = async (...options: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
  JSON.parse((await place.convene('sessions', '--json', ...options)).stdout)

test('a team is exported, changed, imported, used and deleted; deleting a team never deletes a session', async () => {
  const exported = await place.convene('teams', 'export', 'multi-perspective-analysis')
  const draft = join(place.workspace, 'crew.json')
  const changed = { ...JSON.parse(exported.stdout), name: 'My Crew', slug: 'my-crew', members: ['coder', 'reviewer'] }
  write(draft, JSON.stringify(changed))
  expect(await place.convene('teams', 'validate', draft)).toMatchObject({ code: 0 })
  expect(await place.convene('teams', 'import', draft)).toMatchObject({ code: 0 })
  const { stderr } = await place.convene('run', 'Go.', '--team', 'my crew')
  const id = /show ([0-9A-Z]{8})/u.exec(stderr)?.[1] ?? ''
  const before = (await place.convene('sessions', 'show', id, '--json')).stdout

  expect(await place.convene('teams', 'delete', 'my-crew')).toMatchObject({ code: 0 })
  expect(existsSync(join(place.home, 'teams', 'my-crew.json'))).toBe(false)
  expect((await place.convene('teams')).stdout).not.toContain('my-crew')
  expect(await sessions('--team', 'My Crew')).toMatchObject([{ team: 'My Crew', phase: 'completed' }])
  expect((await place.convene('sessions', 'show', id, '--json')).stdout).toBe(before)
  expect(await place.convene('ask', id, 'Again?', '--to', 'coder')).toMatchObject({ code: 0, stdout: 'Done.\n' })

  expect(await place.convene('teams', 'save', id)).toMatchObject({ code: 0 })
  const saved = JSON.parse(readFileSync(join(place.home, 'teams', 'my-crew.json'), 'utf8'))
  expect(saved).toMatchObject({
    name: 'My Crew',
    mode: 'broadcast',
    members: ['coder', 'reviewer'],
  })
})

test('built-in and repository teams are not deleted, and a bad file is not imported', async () => {
  expect(await place.convene('teams', 'delete', 'coordinator', '--yes')).toMatchObject({ code: 2 })
  const draft = join(place.workspace, 'bad.json')
  write(draft, '{\n  "name": "Bad",\n  "mode": "swarm",\n  "members": ["coder"]\n}')
  for (const command of ['validate', 'import']) {
    const { code, stdout, stderr } = await place.convene('teams', command, draft)
    expect(code).toBe(2)
    expect(stdout + stderr).toMatch(/bad\.json:3:3: mode: unknown mode "swarm"/u)
  }
  expect(existsSync(join(place.home, 'teams'))).toBe(false)
})

test('an exported team includes the agents that others do not have', async () => {
  writeAgent(place, 'smith', 'description: Makes things')
  write(
    join(place.home, 'teams', 'forge.json'),
    '{ "name": "Forge", "mode": "broadcast", "members": ["smith", "coder"] }',
  )
  const { stdout } = await place.convene('teams', 'export', 'forge')
  expect(JSON.parse(stdout).members).toMatchObject([{ agent: { slug: 'smith', description: 'Makes things' } }, 'coder'])
})

test('a shadowed team is listed: which file hides which', async () => {
  write(
    join(place.home, 'teams', 'coordinator.json'),
    '{ "name": "Coordinator", "mode": "broadcast", "members": ["coder"] }',
  )
  expect((await place.convene('teams')).stdout).toMatch(/coordinator\s+Opinions\s+1\s+user, overrides 1/u)
  const shown = JSON.parse((await place.convene('teams', 'show', 'coordinator', '--json')).stdout)
  expect(shown.shadows).toEqual([expect.stringMatching(/built-in(-teams)?\/coordinator\.json$/u)])
})

test('teams are suggested for a goal with reasons, without asking a model', async () => {
  const found = JSON.parse(
    (await place.convene('teams', 'suggest', 'Review this change for security bugs', '--json')).stdout,
  )
  expect(found[0]).toMatchObject({
    slug: 'code-review-team',
    reasons: expect.arrayContaining([expect.stringContaining('security')]),
  })
  expect((await place.convene('teams', 'suggest', 'Review this change')).stdout).toContain('--team code-review-team')
  expect(server.requests).toEqual([])
})

test('warnings about a team are shown: a weak lead, an unknown model, one model for all, no judge', async () => {
  const members = [{ agent: 'coder', model: 'nobody/x' }, 'reviewer']
  const lead = { agent: 'orchestrator', model: 'local/tiny-1b' }
  write(join(place.home, 'teams', 'odd.json'), JSON.stringify({ name: 'Odd', mode: 'reflect', lead, members }))
  write(
    join(place.home, 'teams', 'same.json'),
    JSON.stringify({ name: 'Same', mode: 'broadcast', members: ['coder', 'qa'] }),
  )
  const codes = async (team: string) =>
    JSON.parse((await place.convene('teams', 'show', team, '--json')).stdout).diagnostics.map(
      ({ code }: { code: string }) => code,
    )
  expect(await codes('odd')).toEqual(['unknown_model', 'weak_lead', 'no_judge'])
  expect(await codes('same')).toEqual(['same_model'])
  expect((await place.convene('teams', 'validate')).stdout).toContain('a small model')
})

test('teams --json lists what could not be loaded, and validate names unknown members', async () => {
  write(join(place.home, 'teams', 'bad.json'), '{ "name": "Bad", "mode": "swarm", "members": ["coder"] }')
  const { code, stdout, stderr } = await place.convene('teams', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([expect.objectContaining({ slug: 'coordinator' })]))
  expect(stderr).toContain('unknown mode "swarm"')
  const agent = (name: string, delegates: readonly string[]) => ({
    agent: { name, slug: name, prompt: 'Help.', delegates },
  })
  const draft = join(place.workspace, 'odd.json')
  const members = [agent('a', ['b', 'x']), agent('b', ['a'])]
  write(draft, JSON.stringify({ name: 'Odd', slug: 'odd', mode: 'delegate', entryAgent: 'a', members }))
  const validated = await place.convene('teams', 'validate', draft)
  expect(validated.code).toBe(0)
  expect(validated.stdout).toContain('unknown agent "x"')
  expect(validated.stdout).toContain('a → b → a')
})
