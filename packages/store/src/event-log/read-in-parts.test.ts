import { type Event, emptySession, fact, SessionId } from '@convene/domain'
import { rowOf } from '@convene/engine'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { sqliteEventLog } from './sqlite-event-log.ts'

test('other work gets its turn between the parts of a long log, and the last part does not wait', async () => {
  using folder = temporaryFolder()
  const log = sqliteEventLog({ path: folder.file('log.db') })
  const id = SessionId.parse('S')
  const note = (seq: number) =>
    ({
      ...fact('commentary', { text: 'x', level: 'full', source: 'note' }),
      session: id,
      seq,
      batch: 1,
      at: 1,
      v: 1,
    }) as Event
  await log.append(id, 0, [1, 2, 3].map(note), rowOf(emptySession(id), { record: [], want: [] }))
  const others = async (limit: number) => {
    let worked = false
    const other = setImmediate(() => {
      worked = true
    })
    await log.read(id, 0, limit)
    clearImmediate(other)
    return worked
  }
  expect([await others(2), await others(3), await others(4)]).toEqual([true, true, false])
  await log.close()
})
