import { answers, calls, gitServer, says, scriptedModel } from '@convene/testkit'
import { findSandbox } from '@convene/tools'
import { afterAll, describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { type Somebody, type TeamServerFixture, teamServer } from './team-server.ts'

const repository = await gitServer({ 'readme.md': 'CONFIDENTIAL\n', 'AGENTS.md': 'Speak as pirates do.\n' })
const hasSandbox = (await findSandbox()).kind !== 'none'
const prompts: string[] = []
const command = 'cp readme.md copy.md; ls .. >beside.md; git log --oneline >log.md; env >env.md'

/** Each agent writes a file, reads another, and says what it contains. */
const model = scriptedModel(
  answers(({ lines, system }) => {
    prompts.push(system)
    const text = JSON.stringify(lines)
    const results = text.split('"role":"tool"').length - 1
    if (text.includes('By a command.')) return results === 0 ? calls('bash', { command }) : says('Done.')
    if (results === 0) return calls('write', { path: 'note.md', content: 'Written.\n' })
    if (results === 1) return calls('read', { path: 'readme.md' })
    return says(`Read: ${/CONFIDENTIAL/u.exec(text)?.[0]}`)
  }),
)
const server = (await teamServer({ model })) as TeamServerFixture
afterAll(async () => {
  await server?.close()
  await repository.close()
})

const run = { goal: 'Write it.', agents: ['coder'], mode: 'agent', workspace: `git:${repository.url}@main` }
const named = `git:${repository.url}@${repository.commits[0]}`

async function allowed({ client }: Somebody, id: string) {
  const items = await until(async () => {
    const { items: all } = given(await client.approvals())
    const own = all.filter(({ session }) => session === id)
    return own.length > 0 && own
  })
  for (const { id: ask } of items) given(await client.answerApproval({ id: ask, answer: 'once' }))
  return until(async () => {
    const { session } = given(await client.session({ id }))
    return /completed|cancelled|failed/u.test(session.phase) && session
  })
}

describe.skipIf(!server)('sessions in a repository', () => {
  test('read and change a clone of the branch’s current commit, and end as a branch', async () => {
    const space = await server.newSpace()
    server.giveRepositories(space, [{ url: repository.address, push: true }])
    const ana = await server.somebody(space, 'admin')
    const { id } = given(await ana.client.createSession(run))
    expect(await allowed(ana, id)).toMatchObject({ phase: 'completed', workspace: named })
    const said = given(await ana.client.events({ id, type: 'message' })).items
    expect(JSON.stringify(said)).toContain('Read: CONFIDENTIAL')
    expect(prompts.some((prompt) => prompt.includes('Speak as pirates do.'))).toBe(true)
    await until(async () => repository.git('branch', '--list', `convene/${id}`) !== '')
    expect(repository.git('show', `convene/${id}:note.md`)).toBe('Written.')
    given(await ana.client.command({ id, type: 'run', goal: 'Once more.', agents: ['coder'], mode: 'agent' }))
    await until(async () => given(await ana.client.events({ id, type: 'run.finished' })).items.length === 2)
  })

  test.skipIf(!hasSandbox)(
    'a command can use git in its clone, and sees nothing outside it (needs a sandbox)',
    async () => {
      const space = await server.newSpace()
      server.giveRepositories(space, [{ url: repository.address, push: true }])
      const ana = await server.somebody(space, 'admin')
      const { id } = given(await ana.client.createSession({ ...run, goal: 'By a command.' }))
      expect(await allowed(ana, id)).toMatchObject({ phase: 'completed' })
      await until(async () => repository.git('branch', '--list', `convene/${id}`) !== '')
      const written = (name: string) => repository.git('show', `convene/${id}:${name}.md`)
      expect([written('copy'), written('beside'), written('log').split('\n').length]).toEqual([
        'CONFIDENTIAL',
        'tree',
        1,
      ])
      expect(written('env')).not.toMatch(/GIT_CONFIG|CONVENE_TOKEN|the-token-of/u)
    },
  )

  test('a fork has the original’s files, a fork from an earlier point those of the commit', async () => {
    const space = await server.newSpace()
    server.giveRepositories(space, [{ url: repository.address }])
    const ana = await server.somebody(space, 'admin')
    const { id } = given(await ana.client.createSession(run))
    await allowed(ana, id)
    const whole = given(await ana.client.command({ id, type: 'fork' }))
    const early = given(await ana.client.command({ id, type: 'fork', at: 3 }))
    const { clones } = await server.program.team()
    const works = [whole, early].map(({ id: fork = '' }) => clones.mark(fork as never))
    expect((await Promise.all(works)).map((mark) => mark !== undefined)).toEqual([true, false])
    expect(early.notes.join()).toContain('without the changes')
    const revert = await ana.client.command({ id, type: 'revert', artifact: 'd1' })
    expect(revert.ok ? '' : revert.refusal.message).toContain('clone of a repository')
  })

  test('nobody can clone a repository their space may not clone, however the URL is spelled', async () => {
    const [own, other] = [await server.newSpace(), await server.newSpace()]
    server.giveRepositories(other, [{ url: repository.address }])
    const eve = await server.somebody(own, 'admin')
    const asked = repository.asked.length
    const spellings = [
      run.workspace,
      named,
      named.replace('127.0.0.1', '127.1'),
      `git:file:///etc@${'0'.repeat(40)}`,
      'git:x',
    ]
    for (const workspace of spellings)
      for (const answer of [
        await eve.client.createSession({ ...run, workspace }),
        await eve.client.preview({ ...run, workspace }),
        await eve.client.agents({ workspace }),
        await eve.client.trust({ workspace }),
      ])
        expect([workspace, answer.ok ? '' : answer.refusal.code]).toEqual([workspace, 'bad_workspace'])
    expect(repository.asked.length).toBe(asked)
  })

  test('a session ends without reading anything once its repository is removed from its space', async () => {
    const space = await server.newSpace()
    server.giveRepositories(space, [{ url: repository.address }])
    const ana = await server.somebody(space, 'admin')
    const { id } = given(await ana.client.createSession(run))
    await until(async () => given(await ana.client.approvals()).items.some(({ session }) => session === id))
    server.giveRepositories(space, [])
    const { reason, summary } = await allowed(ana, id)
    expect([reason, summary]).toEqual([
      expect.stringContaining('error'),
      expect.stringContaining('server.repositories'),
    ])
  })
})
