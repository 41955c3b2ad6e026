import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { folderOf, sampleFacts, sampleRow, sessionNumber, sharedPostgres, stamped, userSays } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { postgresDatabase as databaseAt, type PostgresDatabase } from '../database/database.ts'
import { FORMAT } from '../database/migrations.ts'
import { openPostgresStore } from '../open-store.ts'
import { verifyDatabase } from './verify-database.ts'

const found = await sharedPostgres()
const emptyDatabase = async () => ('server' in found ? found.server.database() : '')
const bytes = Buffer.from('an image')
const hash = createHash('sha256').update(bytes).digest('hex')
const [one, two] = [sessionNumber(1), sessionNumber(2)]
const image = { hash, bytes: bytes.length, mediaType: 'image/png' } as const

/** A database with two sessions, one of them with an image. */
async function filled(): Promise<string> {
  const url = await emptyDatabase()
  const store = await openPostgresStore({ url, capacity: 0 })
  const shows = userSays('Look')
  const looks = { ...shows, data: { ...shows.data, images: [image] } } as typeof shows
  await store.log.append(one, 0, stamped(one, 0, [...sampleFacts, looks]), sampleRow())
  await store.log.append(two, 0, stamped(two, 0, sampleFacts), sampleRow())
  await store.blobs.put({ session: one }, hash, bytes)
  await store.trash.put(`${sessionNumber(3)}.jsonl`, bytes)
  await store.close()
  return url
}

/** The same, after these statements. */
async function spoilt(...statements: readonly string[]) {
  const url = await filled()
  const database: PostgresDatabase = databaseAt({ url })
  for (const text of statements) await database.ask({ text })
  await database.close()
  return (await verifyDatabase({ url })).content
}

const whole = {
  sessions: 2,
  events: 7,
  bad: [],
  images: 1,
  missingImages: 0,
  changedFiles: 0,
  unseenFiles: 0,
  deleted: 1,
  hasQueue: true,
  missing: [],
  invalid: [],
  unsecured: [],
  bypasses: false,
}

/** The Postgres client tools, which a server does not need. */
const canDump = spawnSync('pg_dump', ['--version']).status === 0

describe.skipIf(!('server' in found))('checking a database', () => {
  test.skipIf(!canDump)('finds everything there after a backup, its loss and a restore', async () => {
    const [url, again] = [await filled(), await emptyDatabase()]
    const file = join(folderOf(), 'backup')
    const environment = { ...process.env, PGOPTIONS: '-c convene.space=*' }
    // As in the guide.
    const dump = ['--enable-row-security', '--format=custom', `--file=${file}`, url]
    execFileSync('pg_dump', dump, { env: environment })
    execFileSync('pg_restore', ['--no-owner', '--exit-on-error', `--dbname=${again}`, file])
    expect(await verifyDatabase({ url: again })).toMatchObject({ format: FORMAT, needs: FORMAT, content: whole })
    const restored = await openPostgresStore({ url: again, capacity: 0 })
    onTestFinished(() => restored.close())
    await restored.log.append(two, 3, stamped(two, 3, [userSays('It continues.')]), sampleRow())
    expect(await restored.log.head(two)).toBe(4)
  })

  test('leaves an empty database empty', async () => {
    const url = await emptyDatabase()
    for (let times = 0; times < 2; times += 1) expect((await verifyDatabase({ url })).format).toBeUndefined()
  })

  test('names a database of another format, and does not look into it', async () => {
    const content = await spoilt('UPDATE convene_database SET format = 99')
    expect(content).toBeUndefined()
  })

  test('finds lost events, lists, tables and security, each by name', async () => {
    expect(await spoilt(`DELETE FROM appends WHERE session = '${one}' AND seq = 4`)).toMatchObject({
      bad: [{ id: one, why: 'has 0 of 4 events' }],
    })
    expect(
      await spoilt(
        `DELETE FROM sessions WHERE id = '${one}'`,
        `UPDATE appends SET data = '[{' WHERE session = '${two}'`,
      ),
    ).toMatchObject({
      sessions: 1,
      bad: [
        { id: one, why: expect.stringContaining('not in the list') },
        { id: two, why: expect.stringContaining('cannot be read') },
      ],
    })
    expect(await spoilt('DROP INDEX words_words', 'DROP TABLE decisions')).toMatchObject({
      missing: ['decisions', 'words_words'],
    })
    expect(await spoilt('ALTER TABLE trash NO FORCE ROW LEVEL SECURITY')).toMatchObject({ unsecured: ['trash'] })
  })

  test('counts images that are missing or were changed, including those in a bucket that is not configured', async () => {
    expect(await spoilt('DELETE FROM blobs')).toMatchObject({ missingImages: 1, changedFiles: 0 })
    expect(await spoilt(`UPDATE blobs SET bytes = 'x'`)).toMatchObject({ missingImages: 1, changedFiles: 1 })
    expect(await spoilt('UPDATE blobs SET bytes = NULL')).toMatchObject({ unseenFiles: 1 })
  })
})
