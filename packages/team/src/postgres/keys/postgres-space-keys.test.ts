import { sampleRow, sessionNumber, stamped, userSays } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { databaseFixture } from '../database/database.fixture.ts'
import { postgresEventLog } from '../event-log/postgres-event-log.ts'
import { postgresSpaceKeys } from './postgres-space-keys.ts'
import { sealWith } from './seal.ts'

const fixture = await databaseFixture()
const operator = { id: 'operator', name: 'operator' }
const [SECRET, OTHER] = ['a1'.repeat(32), 'b2'.repeat(32)]
const key = { space: 'main', variable: 'OPENAI_API_KEY', value: 'sk-of-the-space' }

test('a sealed text opens with the same key for the same purpose, and not after any change', () => {
  const seal = sealWith(SECRET)
  const sealed = seal?.close('secret', 'main KEY') ?? ''
  expect([seal?.open(sealed, 'main KEY'), seal?.close('secret', 'main KEY') === sealed]).toEqual(['secret', false])
  const changed = Buffer.from(sealed, 'base64')
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  for (const [text, about] of [
    [sealed, 'other KEY'],
    [changed.toString('base64'), 'main KEY'],
    ['', 'main KEY'],
    ['AAAA', ''],
  ])
    expect(seal?.open(text ?? '', about ?? '')).toBeUndefined()
  expect(sealWith(OTHER)?.open(sealed, 'main KEY')).toBeUndefined()
  expect(['', 'short', 'x'.repeat(64)].map((secret) => sealWith(secret))).toEqual([undefined, undefined, undefined])
})

describe.skipIf(!fixture)("a space's provider keys", async () => {
  if (!fixture) return
  const database = await fixture.opened()
  const keysWith = (secretKey: string | undefined) => postgresSpaceKeys({ database, now: Date.now, secretKey })
  const keys = keysWith(SECRET)

  test('are available to its sessions, and nothing readable is in the database', async () => {
    await database.ask({ text: `INSERT INTO spaces (id, name, created_at) VALUES ('research', 'Research', 0)` })
    const log = await postgresEventLog({ database, foldFor: () => 0 })
    const [mine, theirs] = [sessionNumber(1), sessionNumber(2)]
    await log.inSpace('main').append(mine, 0, stamped(mine, 0, [userSays('x')]), sampleRow())
    await log.inSpace('research').append(theirs, 0, stamped(theirs, 0, [userSays('x')]), sampleRow())
    expect(await keys.set(key, operator)).toBeUndefined()
    expect((await keys.ofSession(mine)).keys).toEqual({ OPENAI_API_KEY: key.value })
    expect((await keys.ofSession(theirs)).keys).toEqual({})
    expect([(await keys.of('main')).keys, (await keys.of('research')).keys]).toEqual([
      { OPENAI_API_KEY: key.value },
      {},
    ])
    const stored = await database.ask({
      text: `SELECT row_to_json(k)::text AS t FROM space_keys k UNION SELECT row_to_json(a)::text FROM audit a`,
    })
    expect(JSON.stringify(stored)).not.toContain(key.value)
    await log.close()
  })

  test('cannot be read with another secret key, and then hide the server’s own', async () => {
    await keys.set(key, operator)
    for (const secret of [OTHER, undefined])
      expect(await keysWith(secret).of('main')).toEqual({
        keys: { OPENAI_API_KEY: '' },
        problems: [expect.stringContaining('CONVENE_SECRET_KEY')],
      })
  })

  test.each([undefined, 'too short'])('are not stored with the secret key %s', async (secret) => {
    expect(await keysWith(secret).set(key, operator)).toMatchObject({ code: 'no_secret_key' })
  })

  test('are removed once', async () => {
    await keys.set(key, operator)
    expect([await keys.remove(key, operator), await keys.remove(key, operator)]).toEqual([true, false])
    expect(await keys.list('main')).toEqual([])
  })
})
