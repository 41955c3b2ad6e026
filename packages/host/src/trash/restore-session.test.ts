import { readdirSync, readFileSync, realpathSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { fileTrash } from '@convene/store'
import { folderOf, memoryEventLog, put, sampleFacts, sampleRow, sessionNumber, stamped } from '@convene/testkit'
import { expect, test } from 'vitest'
import { listTrash, restoreSession } from './restore-session.ts'
import { isInTrash } from './trash.ts'
import { trashSession } from './trash-session.ts'

const WEEK = 7 * 24 * 3_600_000
const one = '01JQ0000000000000000000001' as SessionId

async function deleted() {
  const home = realpathSync(folderOf())
  const log = memoryEventLog()
  await log.append(one, 0, stamped(one, 0, sampleFacts), sampleRow())
  const before = await log.read(one)
  await trashSession({ home, log }, one)
  return { home, log, before, file: join(home, 'trash', `${one}.jsonl`) }
}

test('a deleted session comes back with every event, and leaves the trash', async () => {
  const { home, log, before } = await deleted()
  expect([await log.head(one), await isInTrash(fileTrash(home), one)]).toEqual([0, true])
  expect(await restoreSession({ home, log }, one)).toEqual({ ok: true, value: before.length })
  expect(await log.read(one)).toEqual(before)
  expect(await isInTrash(fileTrash(home), one)).toBe(false)
  expect(readdirSync(join(home, 'trash'))).toEqual([])
  expect(await listTrash(fileTrash(home))).toEqual([])
})

test('the trash lists what can be restored, until when, and its patches', async () => {
  const { home, file } = await deleted()
  put(home, { [`trash/${one}-ada.patch`]: 'diff', 'trash/notes.txt': 'mine', 'trash/x.jsonl': '' })
  utimesSync(file, 1_000, 1_000)
  expect(await listTrash(fileTrash(home))).toEqual([
    {
      id: one,
      title: expect.any(String),
      deletedAt: 1_000_000,
      goneAt: 1_000_000 + WEEK,
      patches: [join(home, 'trash', `${one}-ada.patch`)],
    },
  ])
  expect(await listTrash(fileTrash(folderOf()))).toEqual([])
})

test('an existing session is not overwritten, and a damaged one is not restored', async () => {
  const { home, log, file } = await deleted()
  const text = readFileSync(file, 'utf8')
  for (const damaged of [text.slice(0, -10), text.split('\n').slice(1).join('\n'), 'not json\n', '']) {
    writeFileSync(file, damaged)
    expect(await restoreSession({ home, log }, one)).toMatchObject({ ok: false, refusal: { code: 'damaged' } })
    expect(await log.head(one)).toBe(0)
  }
  writeFileSync(file, text)
  expect(await restoreSession({ home, log }, sessionNumber(9))).toMatchObject({ refusal: { code: 'not_in_trash' } })
  await restoreSession({ home, log }, one)
  writeFileSync(file, text)
  expect(await restoreSession({ home, log }, one)).toMatchObject({ ok: false, refusal: { code: 'session_exists' } })
})
