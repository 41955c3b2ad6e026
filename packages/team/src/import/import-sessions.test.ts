import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SessionId } from '@convene/domain'
import { deriveRow, fileBlobs, hashOf, openStore } from '@convene/store'
import { folderOf, png, sampleFacts, sessionNumber, sharedPostgres, stamped, userSays } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore, type PostgresStore } from '../postgres/open-store.ts'
import { type Imported, importSessions } from './import-sessions.ts'

const found = await sharedPostgres()
const image = png(2, 2)
let team: PostgresStore
/** Each test has its own sessions. */
let sessions = 0
function newSession(): SessionId {
  sessions += 1
  return sessionNumber(sessions)
}

beforeAll(async () => {
  if ('server' in found) team = await openPostgresStore({ url: await found.server.database(), capacity: 0 })
})
afterAll(() => team?.close())

async function say(folder: string, id: SessionId, text: string): Promise<void> {
  const { log, close } = openStore(folder)
  const before = await log.read(id)
  const more = stamped(id, before.length, before.length === 0 ? sampleFacts : [userSays(text)])
  await log.append(id, before.length, more, deriveRow(id, [...before, ...more]))
  await close()
}

async function folderWith(...ids: readonly SessionId[]): Promise<string> {
  const folder = folderOf()
  for (const id of ids) await say(folder, id, 'x')
  return folder
}

const eventsIn = async (folder: string, id: SessionId) => {
  const { log, close } = openStore(folder)
  const events = await log.read(id)
  await close()
  return events
}

const imported = async (folder: string, space = 'main') => importSessions({ folder, team, space })

async function endOf(folder: string, id: SessionId, space = 'main'): Promise<Imported | undefined> {
  const done = await imported(folder, space)
  return done.ok ? done.value.get(id) : undefined
}

/** Every file in a folder, with its bytes and time. */
const stateOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
      return `${path} ${hash} ${statSync(path, { bigint: true }).mtimeNs}`
    })
    .toSorted()

describe.skipIf(!('server' in found))('importing a data folder', () => {
  test('imports sessions with the same events, images and outputs, however often, and leaves the folder alone', async () => {
    const [one, two] = [newSession(), newSession()]
    const folder = await folderWith(one, two)
    await fileBlobs(folder).put({ session: one }, hashOf(image), image)
    mkdirSync(join(folder, 'outputs', one), { recursive: true })
    writeFileSync(join(folder, 'outputs', one, '1-a.txt'), 'long')
    const [events, before] = [await eventsIn(folder, one), stateOf(folder)]
    expect(await endOf(folder, one)).toEqual({ state: 'new', events: events.length, files: 2 })
    expect(await team.log.read(one)).toEqual(events)
    expect(Buffer.from((await team.blobs.get({ session: one }, hashOf(image))) ?? []).equals(image)).toBe(true)
    expect(String(await team.outputs.get(one, '1-a.txt'))).toBe('long')
    expect(await endOf(folder, one)).toEqual({ state: 'there', events: 0, files: 2 })
    expect(await team.log.read(one)).toEqual(events)
    expect((await team.log.list({})).map(({ id }) => id).toSorted()).toEqual([one, two])
    expect(stateOf(folder)).toEqual(before)
  })

  test('adds what is new in the folder, and keeps what is new in the database', async () => {
    const [local, shared] = [newSession(), newSession()]
    const folder = await folderWith(local, shared)
    await imported(folder)
    await say(folder, local, 'more')
    const events = await team.log.read(shared)
    const more = stamped(shared, events.length, [userSays('over there')])
    await team.log.append(shared, events.length, more, deriveRow(shared, [...events, ...more]))
    expect(await endOf(folder, local)).toMatchObject({ state: 'continued', events: 1 })
    expect(await team.log.read(local)).toEqual(await eventsIn(folder, local))
    expect(await endOf(folder, shared)).toMatchObject({ state: 'there' })
    expect(await team.log.read(shared)).toHaveLength(events.length + 1)
  })

  test('refuses a session with different events, in another space or deleted in the database, and imports the rest', async () => {
    const [other, deleted, fine] = [newSession(), newSession(), newSession()]
    const folder = await folderWith(other, deleted, fine)
    const different = stamped(other, 0, [userSays('not the same')])
    await team.log.append(other, 0, different, deriveRow(other, different))
    await team.trash.put(`${deleted}.jsonl`, Buffer.from('x'))
    const done = await imported(folder)
    const states = done.ok ? [other, deleted, fine].map((id) => done.value.get(id)?.state) : []
    expect(states).toEqual(['refused', 'refused', 'new'])
    expect(await team.log.read(other)).toEqual(different)
    expect(await team.log.head(deleted)).toBe(0)
    expect(await endOf(folder, fine, 'blue')).toMatchObject({ state: 'refused', why: expect.stringContaining('space') })
  })

  test('puts sessions into the requested space', async () => {
    const id = newSession()
    expect(await endOf(await folderWith(id), id, 'green')).toMatchObject({ state: 'new' })
    expect([await team.log.inSpace('green').head(id), await team.log.inSpace('main').head(id)]).toEqual([3, 0])
  })

  test('refuses a damaged session as a whole, and a folder without sessions', async () => {
    const [damaged, fine] = [newSession(), newSession()]
    const folder = await folderWith(damaged, fine)
    const database = new DatabaseSync(join(folder, 'convene.db'))
    database.prepare('DELETE FROM appends WHERE session = ? AND seq = 3').run(damaged)
    database.close()
    const done = await imported(folder)
    expect(done.ok && [done.value.get(damaged)?.state, done.value.get(fine)?.state]).toEqual(['refused', 'new'])
    expect(await team.log.head(damaged)).toBe(0)
    expect(await imported(folderOf())).toMatchObject({ ok: false, refusal: { code: 'no_sessions' } })
    expect(await imported('/nonexistent')).toMatchObject({ ok: false, refusal: { code: 'no_sessions' } })
  })
})
