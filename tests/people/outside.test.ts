import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toArray } from '@convene/domain'
import { answers, calls, says, scriptedModel } from '@convene/testkit'
import { findSandbox } from '@convene/tools'
import { afterAll, describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { type Somebody, type TeamServerFixture, teamServer } from './team-server.ts'

/** The agent makes the call that the goal spells out, and then repeats what it returned. */
const model = scriptedModel(
  answers(({ lines }) => {
    const all = toArray(lines)
    const last = all.at(-1)
    if (last?.role === 'tool') return says(`It said: ${JSON.stringify(last)}`)
    const [, asked = ''] = /CALL (.*) END/u.exec(all.map((line) => ('text' in line ? line.text : '')).join('\n')) ?? []
    const { tool, input } = JSON.parse(asked)
    return calls(tool, input)
  }),
)
const hasSandbox = (await findSandbox()).kind !== 'none'
const server = (await teamServer({ model })) as TeamServerFixture
const root = realpathSync(mkdtempSync(join(tmpdir(), 'convene-outside-')))
const [theirs, ours, also] = [join(root, 'theirs'), join(root, 'ours'), join(root, 'also')]
for (const folder of [theirs, ours, also]) mkdirSync(folder)
writeFileSync(join(theirs, 'secret.txt'), 'CONFIDENTIAL')
writeFileSync(join(also, 'plan.txt'), 'SHARED PLAN')
symlinkSync(theirs, join(ours, 'link'))
afterAll(async () => {
  await server?.close()
  rmSync(root, { recursive: true, force: true })
})

/** Someone who may approve, in a space with two folders, on a server whose rules allow everything. */
async function approver(): Promise<Somebody> {
  const [space, other] = [await server.newSpace(), await server.newSpace()]
  server.giveFolders(other, [theirs])
  server.giveFolders(space, [ours, also])
  const file = join(server.program.home, 'config.json')
  const rules = { bash: 'allow', read: 'allow', edit: 'allow', list: 'allow', external_directory: 'ask' }
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), permissions: rules }))
  return server.somebody(space, 'approver')
}

/** Makes a call, allows whatever is asked, and returns the asks and the result. */
async function made({ client }: Somebody, tool: string, input: object) {
  const goal = `CALL ${JSON.stringify({ tool, input })} END`
  const { id } = given(await client.createSession({ goal, agents: ['coder'], mode: 'agent', workspace: ours }))
  const asks: string[] = []
  await until(async () => {
    for (const ask of given(await client.approvals()).items.filter(({ session }) => session === id)) {
      asks.push(ask.id)
      await client.answerApproval({ id: ask.id, answer: 'once' })
    }
    return /completed|cancelled|failed/u.test(given(await client.session({ id })).session.phase)
  })
  const { items } = given(await client.events({ id }))
  return { asks, text: JSON.stringify(items) }
}

describe.skipIf(!server)('outside the folders of a space', () => {
  test.each([
    ['reads a file', 'read', { path: join(theirs, 'secret.txt') }],
    ['reads a file through a link', 'read', { path: 'link/secret.txt' }],
    ['lists a folder', 'list', { path: theirs }],
    ['writes a file', 'write', { path: join(theirs, 'planted.txt'), content: 'x' }],
    ['writes a file through a link', 'write', { path: 'link/planted.txt', content: 'x' }],
    ['writes to the account that the server runs as', 'write', { path: join(root, '.bashrc'), content: 'x' }],
    ['reads a file in a command', 'bash', { command: `wc -l < ${join(theirs, 'secret.txt')}` }],
    ['works there', 'bash', { command: 'ls', workdir: theirs }],
    ['reads a system file', 'read', { path: '/etc/hostname' }],
  ])('nobody can allow a call that %s', async (_what, tool, input) => {
    const { asks, text } = await made(await approver(), tool, input)
    expect(asks).toEqual([])
    expect(text).toContain('outside the folders of this space')
    expect(text).not.toContain('CONFIDENTIAL')
    expect([join(theirs, 'planted.txt'), join(root, '.bashrc')].filter((path) => existsSync(path))).toEqual([])
  })

  test('a team is never read from a file that a member names, and the refusal says nothing about the file', async () => {
    const { client } = await server.somebody(await server.newSpace(), 'member')
    const team = {
      name: 'Planted',
      mode: 'agent',
      members: [{ agent: { name: 'Spy', slug: 'spy', prompt: 'CONFIDENTIAL' } }],
    }
    writeFileSync(join(theirs, 'team.json'), JSON.stringify(team))
    const named = ['team.json', 'secret.txt', 'nothing.json'].map((name) => join(theirs, name))
    const refusals = new Set<string>()
    for (const each of [...named, './team.json', '/etc/shadow', `${server.program.home}/config.json`]) {
      const run = { goal: 'Go.', team: each }
      for (const tried of [await client.preview(run), await client.createSession(run)])
        refusals.add(tried.ok ? 'done' : `${tried.refusal.code}: ${tried.refusal.message}`)
    }
    expect([...refusals]).toEqual([expect.stringMatching(/^unknown_team: Teams have names here/u)])
  })

  test('a call in another folder of the same space is asked about, and runs once it is allowed', async () => {
    const { asks, text } = await made(await approver(), 'read', { path: join(also, 'plan.txt') })
    expect(asks).toHaveLength(1)
    expect(text).toContain('SHARED PLAN')
  })

  test('a call that was allowed does not run if its folder has been taken from the space since', async () => {
    const ana = await approver()
    const { client } = ana
    const goal = `CALL ${JSON.stringify({ tool: 'read', input: { path: join(also, 'plan.txt') } })} END`
    const { id } = given(await client.createSession({ goal, agents: ['coder'], mode: 'agent', workspace: ours }))
    const ask = await until(async () => given(await client.approvals()).items.find(({ session }) => session === id))
    const file = join(server.program.home, 'config.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`,"${also}"`, ''))
    given(await client.answerApproval({ id: ask.id, answer: 'once' }))
    await until(async () => /completed|cancelled|failed/u.test(given(await client.session({ id })).session.phase))
    const text = JSON.stringify(given(await client.events({ id })).items)
    expect(text).toContain('outside the folders of this space')
    expect(text).not.toContain('SHARED PLAN')
  })

  test.skipIf(!hasSandbox)(
    'a command sees the system and its space’s folders, and nothing else of the disk (needs a sandbox)',
    async () => {
      // In a file, so that nothing is denied before it runs.
      const looks = [
        `cat ${theirs}/secret.txt ${also}/plan.txt`,
        `ls -A ${root}`,
        'ls -A /',
        'cat /etc/shadow',
        'touch /x',
      ]
      writeFileSync(
        join(ours, 'look.sh'),
        `${looks.join('\n')}\nls /usr/bin/env && echo written > here.txt && cat here.txt`,
      )
      const { text } = await made(await approver(), 'bash', { command: 'bash look.sh' })
      expect(text).not.toContain('CONFIDENTIAL')
      for (const seen of ['SHARED PLAN', '/usr/bin/env', 'written']) expect(text).toContain(seen)
      const [, tree = ''] = /also\\+nours((?:\\+n\w+)*)/u.exec(text) ?? []
      expect(tree.split(/\\+n/u)).not.toContain('theirs')
      expect(tree).not.toMatch(/\b(?:srv|work|var)\b/u)
      expect(text).toContain("'/x': Read-only file system")
      expect(text).toContain('/etc/shadow: No such file')
    },
  )
})
