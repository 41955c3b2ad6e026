import type { SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { cursorOf, cursorPlace } from './cursor.ts'

test('a cursor leads back to its position', () => {
  const place = { pinned: true, updatedAt: 1_800_000_000_000, id: '01JSESSION0000000000000000' as SessionId }
  expect(cursorPlace(cursorOf(place))).toEqual(place)
})

test.each(['', '5', '2-5-A', '0-x-A', '0-5-', "0-5-' OR 1=1", `0-5-${'A'.repeat(99)}`, '0-99999999999999999-A'])(
  '%j is not a cursor',
  (cursor) => expect(cursorPlace(cursor)).toBeNull(),
)
