import { DatabaseSync } from 'node:sqlite'
import { sampleRow, sessionNumber, stamped, temporaryFolder, userSays } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openStore } from '../open-store.ts'

const [one, two] = [sessionNumber(1), sessionNumber(2)]
const long = (word: string) => `${word} `.repeat(20_000)

async function filled(home: string) {
  const store = openStore(home)
  for (const [session, word] of [
    [one, 'zebra'],
    [two, 'giraffe'],
  ] as const) {
    const events = stamped(session, 0, [userSays(`We saw a ${word}.`), userSays(long(word)), userSays(long('shared'))])
    await store.log.append(session, 0, events, sampleRow({ title: `The ${word}`, goal: word }))
    await store.log.keep(session, { version: '1', seq: 3, state: { word } })
  }
  return store
}

/** Every row of every table, except those with the word index's internal counters. */
function contents(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  const names = tables.map(({ name }) => String(name)).filter((name) => !name.startsWith('search'))
  const rows = names.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all().map(Object.values)])
  database.close()
  return JSON.stringify(rows)
}

test('reading the same store twice changes nothing', async () => {
  using folder = temporaryFolder()
  const first = await filled(folder.path)
  await first.log.list({ query: 'zebra' })
  await first.close()
  const path = folder.file('convene.db')
  const before = contents(path)
  const seen: unknown[] = []
  for (let time = 0; time < 2; time += 1) {
    const { log, close } = openStore(folder.path)
    seen.push([
      await log.list({}),
      await log.list({ query: 'giraffe', sort: 'title', tag: 'none' }),
      await log.read(one),
      await log.snapshot(two),
      await log.find('SAMPLE'),
      await log.due(Date.now()),
    ])
    await close()
    expect(contents(path)).toBe(before)
  }
  expect(seen[1]).toEqual(seen[0])
})

test('deletion is complete: no table mentions the session, no search finds it, and the other session is intact', async () => {
  using folder = temporaryFolder()
  const { log, close } = await filled(folder.path)
  await log.list({ query: 'zebra' })
  await log.remove(one)
  expect(await log.list({ query: 'zebra' })).toEqual([])
  expect(await log.find(one)).toEqual([])
  expect(await log.snapshot(one)).toBeUndefined()
  expect((await log.read(two)).map(({ data }) => JSON.stringify(data).includes('giraffe'))).toEqual([true, true, false])
  expect(await log.list({ query: 'giraffe' })).toMatchObject([{ id: two, title: 'The giraffe' }])
  await close()
  const left = contents(folder.file('convene.db'))
  expect(left).not.toContain(one)
  expect(left).not.toContain('zebra')
  expect(left).toContain('shared')
})
