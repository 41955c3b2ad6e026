import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describeWebhooks, memoryWebhooks, temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { sqliteWebhooks } from './sqlite-webhooks.ts'

await describeWebhooks('SQLite', async () => {
  const folder = temporaryFolder()
  const [mine, theirs] = [sqliteWebhooks(folder.file('w.db')), sqliteWebhooks(folder.file('w.db'))]
  return {
    mine,
    theirs,
    async close() {
      await Promise.all([mine.close(), theirs.close()])
      folder[Symbol.dispose]()
    },
  }
})

await describeWebhooks('memory', async () => {
  const state = memoryWebhooks()
  return { mine: state, theirs: state, close: async () => {} }
})

test('the list of signatures does not grow forever, and survives a restart', async () => {
  using folder = temporaryFolder()
  const path = folder.file('w.db')
  const first = sqliteWebhooks(path)
  for (let part = 0; part < 3; part++)
    await first.remember(Array.from({ length: 5_000 }, (_, number) => `${part}-${number}`))
  await first.close()
  const again = sqliteWebhooks(path)
  expect(await again.remember(['2-4999', '1-0', '0-0'])).toEqual(['0-0'])
  await again.close()
  const raw = new DatabaseSync(path, { readOnly: true })
  expect(raw.prepare('SELECT count(*) AS count FROM signatures').get()).toEqual({ count: 10_000 })
  raw.close()
})

test('a signature without a time is never forgotten', async () => {
  using folder = temporaryFolder()
  const state = sqliteWebhooks(folder.file('w.db'))
  await state.remember(['once:a', 'b'])
  await state.remember(Array.from({ length: 10_001 }, (_, number) => `later ${number}`))
  expect(await state.remember(['once:a', 'b'])).toEqual(['b'])
  await state.close()
})

test('a data folder without webhooks has no file for them', async () => {
  using folder = temporaryFolder()
  const store = openStore(folder.path)
  await store.close()
  expect(existsSync(folder.file('webhooks.db'))).toBe(false)
})
