import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryWebhooks, sessionNumber, temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { until } from '../server.fixture.ts'
import { formerPlacesFile, importPlaces } from './former-files.ts'
import { HookPost } from './hook-post.ts'
import { hook, hookStage } from './hooks.fixture.ts'
import { seenSignatures } from './seen-signatures.ts'

const one = sessionNumber(1)

function leave(home: string, text: string): string {
  const file = formerPlacesFile(home, hook.url)
  mkdirSync(join(home, 'hooks'), { recursive: true })
  writeFileSync(file, text)
  return file
}

test('a URL with positions in an earlier version’s file receives later events, once', async () => {
  const { home, program, options, say, taken, webhooks } = hookStage()
  await say(1, 2_000)
  await say(1, 2_000)
  const next = await say(1, 2_000)
  const file = leave(home, JSON.stringify({ [one]: 2 }))
  const post = new HookPost(hook.url, { program, options, since: 1_000 })
  await post.look(hook)
  await until(() => taken.length > 0)
  await post.end()
  await until(async () => (await webhooks.places(hook.url))?.get(one) === 3)
  expect([taken, existsSync(file)]).toEqual([[next], false])
})

test.each(['', '{', '[]', 'null', '"text"'])('a file with %j is ignored', async (text) => {
  using folder = temporaryFolder()
  leave(folder.path, text)
  expect(await importPlaces(memoryWebhooks(), folder.path, hook.url)).toBeUndefined()
})

test('positions that are not numbers are left out', async () => {
  using folder = temporaryFolder()
  leave(folder.path, JSON.stringify({ [one]: 2, [sessionNumber(2)]: 'many', [sessionNumber(3)]: 1.5 }))
  expect(await importPlaces(memoryWebhooks(), folder.path, hook.url)).toEqual(new Map([[one, 2]]))
})

test('a signature that an earlier version accepted is not accepted again', async () => {
  using folder = temporaryFolder()
  const webhooks = memoryWebhooks()
  const seen = () => seenSignatures({ home: folder.path, store: async () => ({ webhooks }) as never })
  expect([await seen().isNew('first', false), await seen().isNew('first', false)]).toEqual([true, false])
  const mark = createHash('sha256').update('old').digest('base64url')
  writeFileSync(join(folder.path, 'hook-signatures.json'), JSON.stringify([mark, 7]))
  expect([await seen().isNew('old', false), await seen().isNew('new', false)]).toEqual([false, true])
  expect(existsSync(join(folder.path, 'hook-signatures.json'))).toBe(false)
})
