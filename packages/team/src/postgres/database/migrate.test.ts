import { afterEach, describe, expect, test } from 'vitest'
import { databaseFixture } from './database.fixture.ts'
import { type PostgresDatabase, postgresDatabase } from './database.ts'
import { prepareDatabase } from './migrate.ts'
import { FORMAT, type Migration, migrations } from './migrations.ts'

const fixture = await databaseFixture()
const open: PostgresDatabase[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

async function refusal(url: string): Promise<string> {
  try {
    const opened = postgresDatabase({ url })
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
    const set = (format: number) => opened?.ask({ text: 'UPDATE convene_database SET format = $1', values: [format] })
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

  test('a step runs once, with --migrate only, and keeps what is there', async () => {
    const opened = (await fixture?.opened()) as PostgresDatabase
    const coloured: Migration = { format: FORMAT + 1, statements: [`ALTER TABLE names ADD COLUMN colour text`] }
    const path = [...migrations, coloured]
    await opened.ask({ text: `INSERT INTO names VALUES ('S1', 0, 'lamp')` })
    await expect(prepareDatabase(opened, { path })).rejects.toMatchObject({ code: 'migration_needed' })
    for (let times = 0; times < 2; times += 1) await prepareDatabase(opened, { path, migrate: true })
    expect(await opened.ask({ text: 'SELECT session, colour FROM names' })).toEqual([{ session: 'S1', colour: null }])
    expect(await refusal(fixture?.url ?? '')).toContain('Update Convene')
  })

  test('a step that fails leaves the database as it was', async () => {
    const opened = (await fixture?.opened()) as PostgresDatabase
    const [now] = await opened.ask<{ format: number }>({ text: 'SELECT format FROM convene_database' })
    const format = (now?.format ?? 0) + 1
    const broken: Migration = { format, statements: ['CREATE TABLE half (x int)', 'SELECT * FROM nothing'] }
    const path = [...migrations, broken]
    await expect(prepareDatabase(opened, { path, migrate: true })).rejects.toThrow()
    const [half] = await opened.ask({ text: `SELECT to_regclass('half') AS half, format FROM convene_database` })
    expect(half).toEqual({ half: null, format: now?.format })
  })

  test('that no release has set up is refused with what to do, and not touched', async () => {
    const opened = (await fixture?.opened()) as PostgresDatabase
    for (const text of ['DROP SCHEMA public CASCADE; CREATE SCHEMA public', 'CREATE TABLE appends (x int)'])
      await opened.ask({ text })
    expect(await refusal(fixture?.url ?? '')).toContain('Create an empty database')
    await expect(prepareDatabase(opened, { migrate: true })).rejects.toMatchObject({ code: 'unreleased_format' })
    const tables = await opened.ask({ text: `SELECT tablename FROM pg_tables WHERE schemaname = 'public'` })
    expect(tables).toEqual([{ tablename: 'appends' }])
  })
})
