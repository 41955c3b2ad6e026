import { expect, test } from 'vitest'
import { describeEventLog } from './describe-event-log.ts'
import { memoryEventLog, memoryStorage } from './memory-event-log.ts'
import { sampleRow, sessionNumber, stamped, userSays } from './sample-events.ts'

await describeEventLog('memory', async () => {
  const storage = memoryStorage()
  const log = memoryEventLog({ storage })
  const other = memoryEventLog({ storage })
  return {
    log,
    other,
    reopened: async () => memoryEventLog({ storage }),
    close: () => log.close(),
  }
})

const session = sessionNumber(1)
const events = stamped(session, 0, [userSays('Hello')])

test('a fault before an append stores nothing', async () => {
  const fail = () => {
    throw new Error('the disk is gone')
  }
  const log = memoryEventLog({ faults: { beforeAppend: fail } })
  await expect(log.append(session, 0, events, sampleRow())).rejects.toThrow('the disk is gone')
  expect(await log.head(session)).toBe(0)
})

test('a fault after an append leaves it stored but not acknowledged', async () => {
  const storage = memoryStorage()
  const fail = async () => {
    throw new Error('killed')
  }
  const log = memoryEventLog({ storage, faults: { afterAppend: fail } })
  await expect(log.append(session, 0, events, sampleRow())).rejects.toThrow('killed')
  expect(await memoryEventLog({ storage }).head(session)).toBe(1)
})

test('an event that could not be read back is refused', async () => {
  const [event] = events
  const broken = { ...event, data: { ...event?.data, text: Number.POSITIVE_INFINITY } } as never
  await expect(memoryEventLog().append(session, 0, [broken], sampleRow())).rejects.toThrow()
})
