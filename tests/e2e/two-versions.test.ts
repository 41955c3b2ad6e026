import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { createClient, httpHost } from '@convene/protocol'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { newPlace, type TestFolders } from './launch.ts'

let place: TestFolders
let id: string

beforeEach(async () => {
  place = newPlace()
  place.settings({ model: 'rehearsal/offline' })
  await place.convene('run', 'Which one?', '--agents', 'ux')
  ;[{ id }] = JSON.parse((await place.convene('sessions', '--json')).stdout)
})

afterEach(() => place.remove())

function inDatabase<T>(work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(place.home, 'convene.db'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** An event of a type that this program does not know, and a pending question. */
const writtenByNewer = () =>
  inDatabase((database) => {
    const { seq } = database.prepare('UPDATE sessions SET seq = seq + 1, asks = 1 RETURNING seq').get() as {
      seq: number
    }
    const data = JSON.stringify([{ type: 'message.sung', v: 1, at: 7, data: {} }])
    const sum = crc32(data, crc32(`${id} ${seq} ${seq} `))
    const insert = "INSERT INTO appends (session, batch, seq, findable, data, link, sum) VALUES (?, ?, ?, 0, ?, '', ?)"
    database.prepare(insert).run(id, seq, seq, data, sum)
  })

/** `convene serve`, killed when the test finishes. */
async function served() {
  const { child, ended, says } = place.launch(['serve', '--port', '0'])
  onTestFinished(() => void child.kill('SIGKILL'))
  let printed = ''
  child.stdout?.on('data', (text: string) => {
    printed += text
  })
  await says('/open?token=')
  await expect.poll(() => printed).toMatch(/^http:\S+\n/mu)
  const { origin, searchParams } = new URL(printed.trim())
  const client = createClient(httpHost({ base: origin, token: searchParams.get('token') ?? '' }))
  const end = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { client, ended: end }
}

const stored = () =>
  inDatabase((database) =>
    ['appends', 'sessions', 'quarantine'].map((name) => database.prepare(`SELECT * FROM ${name}`).all()),
  )

test('a session written by a newer version is refused with that reason, is not marked, and hides nothing else', async () => {
  writtenByNewer()
  const before = stored()
  const commands = [
    ['sessions', 'show', id],
    ['sessions', 'export', id],
    ['sessions', 'fork', id],
    ['resume', id],
    ['ask', id, 'And then?'],
    ['message', id, 'And now?'],
    ['sessions', 'rename', id, 'Mine'],
  ]
  for (const words of commands) {
    const { code, stderr } = await place.convene(...words)
    expect([words, code, stderr.includes('A newer version of Convene wrote session')]).toEqual([words, 2, true])
  }
  expect((await place.convene('sessions')).stdout).toContain('Which one?')
  expect(await place.convene('approvals')).toMatchObject({ code: 0 })
  expect(await place.convene('doctor')).toMatchObject({ code: 0 })
  expect(stored()).toEqual(before)
  expect(await place.convene('sessions', 'delete', id, '--yes')).toMatchObject({ code: 0 })
  expect((await place.convene('sessions')).stdout).not.toContain('Which one?')
})

test('a server lists a session written by a newer version, refuses it everywhere else with the reason, and does not touch it', async () => {
  writtenByNewer()
  inDatabase((database) => database.exec(`UPDATE sessions SET phase = 'running', moves = 1, wake_at = 1`))
  const before = stored()
  const { client, ended } = await served()
  expect(await client.sessions({})).toMatchObject({ ok: true, value: { items: [{ id, title: 'Which one?' }] } })
  const refused = { ok: false, refusal: { message: expect.stringContaining('A newer version of Convene wrote') } }
  expect(await client.session({ id })).toMatchObject(refused)
  expect(await client.events({ id })).toMatchObject(refused)
  expect(await client.exportSession({ id, format: 'md' })).toMatchObject(refused)
  expect(await client.command({ id, type: 'message', text: 'And now?' })).toMatchObject(refused)
  const seen: unknown[] = []
  const unfollow = client.follow(id, 0, { events: (events) => seen.push(...events) })
  await ended()
  unfollow()
  expect(seen).toEqual([])
  expect(stored()).toEqual(before)
})

test('doctor repairs a session that an older Convene marked as damaged', async () => {
  inDatabase((database) =>
    database.exec(`
      INSERT INTO quarantine (session, seq, reason, row, at) SELECT id, 2, 'there is no event type x', '{}', 1 FROM sessions;
      UPDATE sessions SET damaged = 2, seq = 1`),
  )
  expect(await place.convene('sessions', 'rename', id, 'Mine')).not.toMatchObject({ code: 0 })
  expect((await place.convene('doctor')).stdout).toContain('1 session marked as damaged can be read again')
  expect(await place.convene('sessions', 'rename', id, 'Mine')).toMatchObject({ code: 0 })
  expect((await place.convene('sessions', 'show', id)).stdout).toContain('Which one?')
})
