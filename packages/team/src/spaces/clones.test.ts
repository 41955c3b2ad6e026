import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitServer, sampleRow, sessionNumber, sharedPostgres, stamped, userSays } from '@convene/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '../postgres/open-store.ts'
import { type Clones, clones } from './clones.ts'
import { checkOutRepository } from './repository-checkout.ts'

const found = await sharedPostgres()
if ('reason' in found) test.skipIf(true)(`needs Postgres: ${found.reason}`, () => {})
const server = await gitServer({ 'readme.md': 'One.\n' })
const root = realpathSync(mkdtempSync(join(tmpdir(), 'convene-host-clones-')))
const store =
  'reason' in found ? undefined : await openPostgresStore({ url: await found.server.database(), capacity: 0 })
afterAll(async () => {
  await store?.close()
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

const at = { session: sessionNumber(1), workspace: `git:${server.url}@${server.commits[0]}` }

/** A machine with its own data folder, where this entry defines what the space `main` may clone. */
function machine(name: string, entry: object = { url: server.address }) {
  const home = join(root, name)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'config.json'), JSON.stringify({ server: { repositories: { main: [entry] } } }))
  const warnings: string[] = []
  const options = {
    ...{ home, workspace: home, environment: { GIT_TOKEN: 'a-token' } },
    telemetry: async () => ({ log: (...said: readonly unknown[]) => void warnings.push(said.join(' ')) }),
  }
  return { ...options, warnings, clones: store && clones({ ...options, team: store }) }
}

async function folderOf(all: Clones | undefined, where = at): Promise<string> {
  const place = await all?.place(where)
  if (!place?.ok) throw new Error(place?.refusal.message)
  return place.value
}

describe.skipIf(!store)('sessions that work in clones of a repository', async () => {
  if (store) await store.log.append(at.session, 0, stamped(at.session, 0, [userSays('x')]), sampleRow())

  test('continue on another machine with what was stored, and return with what was stored there', async () => {
    const [one, two] = [machine('one').clones, machine('two').clones]
    const [mine, theirs] = [await folderOf(one), await folderOf(two)]
    writeFileSync(join(mine, 'note.md'), 'From one.\n')
    expect(await one?.keep(at)).toBeUndefined()
    expect(await folderOf(two)).toBe(theirs)
    expect(readFileSync(join(theirs, 'note.md'), 'utf8')).toBe('From one.\n')
    writeFileSync(join(theirs, 'note.md'), 'From two.\n')
    expect(await two?.keep(at)).toBeUndefined()
    // The first machine was stuck all the while, and finishes its call now.
    writeFileSync(join(mine, 'late.md'), 'Too late.\n')
    expect(await one?.keep(at)).toMatchObject({ code: 'not_kept' })
    await folderOf(one)
    expect([readFileSync(join(mine, 'note.md'), 'utf8'), await folderOf(one)]).toEqual(['From two.\n', mine])
    expect(() => readFileSync(join(mine, 'late.md'))).toThrow('ENOENT')
  })

  test('store concurrent calls one after the other', async () => {
    const { clones: both } = machine('both')
    const folder = await folderOf(both)
    const kept = Array.from({ length: 4 }, async (_, index) => {
      writeFileSync(join(folder, `${index}.md`), 'x')
      return both?.keep(at)
    })
    expect(await Promise.all(kept)).toEqual(Array(4).fill(undefined))
    await folderOf(both)
    expect(readFileSync(join(folder, '3.md'), 'utf8')).toBe('x')
  })

  test.each([
    ['https://elsewhere.example/', undefined, 'server.repositories'],
    ['other', 'http://127.0.0.1:1/', 'server.repositories'],
    ['no token', undefined, 'GIT_TOKEN_2 is not set'],
  ])('are refused if the settings do not allow it: %s', async (name, url, words) => {
    const entry = name === 'no token' ? { url: server.address, tokenEnv: 'GIT_TOKEN_2' } : { url: url ?? name }
    const place = await machine(`refused-${name.length}`, entry).clones?.place(at)
    expect(place).toMatchObject({ ok: false, refusal: { message: expect.stringContaining(words) } })
  })

  test('are refused if only part of the address matches', async () => {
    const entries = [
      `${server.address}sho`,
      `${server.address}shop.git/x`,
      server.address.replace('127.0.0.1', 'localhost'),
    ]
    for (const [index, url] of entries.entries())
      expect(await machine(`part-${index}`, { url }).clones?.place(at)).toMatchObject({ ok: false })
    for (const url of [`${server.address}shop`, server.url])
      expect(await machine(`whole-${url.length}`, { url }).clones?.place(at)).toMatchObject({ ok: true })
  })

  test('are refused if the name is not a repository’s commit, and it is never used as a path', async () => {
    for (const workspace of ['git:../../etc', `git:${server.url}@main`, 'git:', `git:file:///etc@${'0'.repeat(40)}`])
      expect(await machine('names').clones?.place({ ...at, workspace })).toMatchObject({ ok: false })
  })

  test('are pushed if the settings say so, and a failure is logged', async () => {
    const one = machine('pushing', { url: server.address, tokenEnv: 'GIT_TOKEN', push: true })
    writeFileSync(join(await folderOf(one.clones), 'pushed.md'), 'Pushed.\n')
    await one.clones?.keep(at)
    server.token = 'another'
    await one.clones?.close()
    expect(one.warnings.join()).toContain('push_failed')
    server.token = 'a-token'
    // What was not pushed is pushed after the next visit.
    await folderOf(one.clones)
    await one.clones?.close()
    expect(server.git('show', `convene/${at.session}:pushed.md`)).toBe('Pushed.')
    server.token = undefined
  })

  test('are prepared with a copy that has no repository, fetched once for concurrent requests', async () => {
    const one = machine('looking')
    const before = server.asked.length
    const looks = await Promise.all(
      ['main', 'main', server.commits[0]].map((ref) =>
        checkOutRepository(one, 'main', { repository: `git:${server.url}@${ref}` }),
      ),
    )
    const [look] = looks
    if (!look?.ok) throw new Error(look?.refusal.message)
    expect(looks).toEqual([look, look, look])
    expect(look.value.name).toBe(at.workspace)
    expect(readFileSync(join(look.value.folder, 'readme.md'), 'utf8')).toBe('One.\n')
    expect(() => readFileSync(join(look.value.folder, '.git', 'config'))).toThrow('ENOENT')
    const packs = server.asked.slice(before).filter((path) => path.includes('POST /shop.git/git-upload-pack'))
    // Two to list the branches, and two to negotiate and fetch.
    expect(packs.length).toBeLessThanOrEqual(4)
    const elsewhere = await checkOutRepository(one, 'research', { repository: at.workspace })
    expect(elsewhere).toMatchObject({ ok: false, refusal: { code: 'bad_workspace' } })
  })

  test('are previewed at the last seen commit, and start with the current one', async () => {
    const one = machine('previewing')
    const repository = `git:${server.url}@moving`
    const nameOf = async (recent: boolean) => {
      const look = await checkOutRepository(one, 'main', { repository, recent })
      return look.ok ? look.value.name : look.refusal.message
    }
    const [first, second] = server.commits
    server.git('branch', 'moving', first)
    expect(await nameOf(true)).toContain(first)
    server.git('branch', '--force', 'moving', second)
    const before = server.asked.length
    expect(await nameOf(true)).toContain(first)
    expect(server.asked.length).toBe(before)
    expect(await nameOf(false)).toContain(second)
    expect(await nameOf(true)).toContain(second)
    server.git('branch', '--delete', '--force', 'moving')
  })
})
