import type { SessionId } from '@convene/domain'
import type { Program } from '@convene/host'
import { memoryEventLog, sampleRow, stamped, userSays } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../server.fixture.ts'
import { watchChanges } from './changes.ts'

const sessionNumber = (number: number): SessionId => `01JCHANGE${String(number).padStart(17, '0')}` as SessionId

test('a session that changes is reported, however many others are pinned', async () => {
  const log = memoryEventLog()
  const say = async (number: number, pinned: boolean) => {
    const id = sessionNumber(number)
    const seq = await log.head(id)
    await log.append(id, seq, stamped(id, seq, [userSays('Hello')]), sampleRow({ pinned, updatedAt: 10_000 + seq }))
  }
  for (let number = 1; number <= 150; number++) await say(number, true)
  await say(151, false)
  const changes = watchChanges({ store: async () => ({ log }) } as unknown as Program)
  const told: string[] = []
  const take = (piece: { readonly bytes: Uint8Array }) => void told.push(new TextDecoder().decode(piece.bytes))
  const end = changes.source().follow(0, { must: take, may: take })
  onTestFinished(end)
  await until(() => told.some((text) => text.includes(sessionNumber(151))))
  told.length = 0
  await say(151, false)
  const [change] = await until(() => (told.length > 0 ? told : undefined))
  expect(JSON.parse(change?.replace('data: ', '') ?? '')).toMatchObject({ session: { id: sessionNumber(151), seq: 2 } })
})
