import { createDomain, type Event, emptySession, fact, SessionId } from '@convene/domain'
import { memoryEventLog } from '@convene/testkit'
import { expect, test } from 'vitest'
import { rowOf } from '../index.ts'
import { loadParts } from './load.ts'

const id = SessionId.parse('S')
const domain = createDomain()

test.each([
  [0, [0]],
  [999, [999]],
  [1_000, [1_000, 0]],
  [2_500, [1_000, 1_000, 500]],
])('a session of %i events is folded in parts of at most 1,000, each event once', async (count, parts) => {
  const log = memoryEventLog()
  const note = (_: unknown, index: number) =>
    ({
      ...fact('commentary', { text: 'x', level: 'full', source: 'note' }),
      ...{ session: id, seq: index + 1, batch: 1, at: 1, v: 1 },
    }) as Event
  const events = Array.from({ length: count }, note)
  if (count > 0) await log.append(id, 0, events, rowOf(emptySession(id), { record: [], want: [] }))
  const seen: number[] = []
  const { state } = await loadParts(log, domain, id, (part) => void seen.push(part.length))
  expect(seen).toEqual(parts)
  expect(state).toEqual(events.reduce((folded, event) => domain.evolve(folded, event), emptySession(id)))
})
