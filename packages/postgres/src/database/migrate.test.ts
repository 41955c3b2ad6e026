import { afterEach, describe, expect, test } from 'vitest'
import { postgresEventLog } from '../event-log/postgres-event-log.ts'
import { databaseFixture } from './database.fixture.ts'
import { type Database, database } from './database.ts'
import { prepareDatabase } from './migrate.ts'
import { FORMAT, migrations } from './migrations.ts'

const fixture = await databaseFixture()
const open: Database[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

async function refusal(url: string): Promise<string> {
  try {
    const opened = database({ url })
    open.push(opened)
    await prepareDatabase(opened)
    return 'nothing is wrong'
  } catch (error) {
    return String(error)
  }
}

test.each(['', 'localhost', 'mysql://a@b/c', 'postgres://host', 'postgres://user:p#ss@host/data'])(
  'the database URL "%s" is refused with the form it should have',
  async (url) => {
    expect(await refusal(url)).toContain('postgres://USER:PASSWORD@HOST:5432/DATABASE')
  },
)

test('an outdated server is named', async () => {
  const old = { once: async () => [{ version: '140011', encoding: 'UTF8' }], explain: (error: unknown) => error }
  await expect(prepareDatabase(old as never)).rejects.toMatchObject({ code: 'too_old' })
})

describe.skipIf(!fixture)('an unusable database', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(fixture?.url ?? '')
    change(url)
    return url.href
  }

  test('with a wrong password is refused without a retry', async () => {
    const said = await refusal(changed((url) => Object.assign(url, { password: 'wrong-Secret1' })))
    expect(said).toContain('refused the login of "convene"')
    expect(said).not.toContain('wrong-Secret1')
  })

  test('that does not exist is named, with how to create it', async () => {
    const said = await refusal(changed((url) => Object.assign(url, { pathname: '/nowhere' })))
    expect(said).toContain('createdb nowhere')
  })

  test('at an address where nothing listens is reported as not answering', async () => {
    expect(await refusal(changed((url) => Object.assign(url, { port: '1' })))).toContain('does not answer')
  })

  test('of an older format asks for a migration, of a newer one for an update, and neither is touched', async () => {
    const opened = await fixture?.opened()
    const set = (format: number) => opened?.ask({ text: 'UPDATE convene_format SET format = $1', values: [format] })
    await set(0)
    expect(await refusal(fixture?.url ?? '')).toContain('--migrate')
    await set(99)
    expect(await refusal(fixture?.url ?? '')).toContain('Update Convene')
    await set(FORMAT)
    expect(await refusal(fixture?.url ?? '')).toBe('nothing is wrong')
  })

  test('several processes that set up one empty database at the same time do it once', async () => {
    await fixture?.opened().then((main) => main.ask({ text: 'DROP SCHEMA public CASCADE; CREATE SCHEMA public' }))
    const said = await Promise.all(Array.from({ length: 5 }, () => refusal(fixture?.url ?? '')))
    expect(said).toEqual(Array(5).fill('nothing is wrong'))
  })

  test('an older database keeps its sessions, in the space `main` and searchable by their words', async () => {
    const opened = (await fixture?.opened()) as Database
    const [first] = migrations
    const before = [
      'DROP SCHEMA public CASCADE; CREATE SCHEMA public',
      ...(first?.statements ?? []),
      'CREATE TABLE convene_format (format integer NOT NULL); INSERT INTO convene_format VALUES (1)',
      `INSERT INTO sessions (id, seq, data, phase, team, workspace, title, tags, asks, tokens, pinned, created_at, updated_at, moves)
        VALUES ('S1', 1, '{}', 'completed', '', '', '', '{}', 0, 0, false, 0, 0, false)`,
      `INSERT INTO appends (session, batch, seq, token, decides, words, data) VALUES ('S1', 1, 1, 't', false, 'lamp', '[]')`,
    ]
    for (const text of before) await opened.ask({ text })
    await prepareDatabase(opened, { migrate: true })
    const log = await postgresEventLog({ database: opened })
    const found = async (space: string) => (await log.inSpace(space).list({ query: 'lamp' })).map(({ id }) => id)
    expect([await found('main'), await found('elsewhere')]).toEqual([['S1'], []])
    await log.close()
  })
})
