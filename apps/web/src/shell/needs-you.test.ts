import type { ListedSessionRow } from '@convene/protocol'
import { expect, test } from 'vitest'
import { newlyFinished, newlyWaiting } from './needs-you.tsx'

const row = (id: string, asks: number, phase = 'running') => ({ id, asks, phase }) as ListedSessionRow
const ids = (rows: readonly ListedSessionRow[]) => rows.map(({ id }) => id)

test('notifies about sessions with new requests, and not about requests that were already waiting', () => {
  const before = new Map([
    ['same', 1],
    ['more', 1],
  ])
  expect(ids(newlyWaiting(before, [row('same', 1), row('more', 2), row('new', 1), row('none', 0)]))).toEqual([
    'more',
    'new',
  ])
})

test('does not notify about requests from before the page opened or about finished runs', () => {
  expect(newlyWaiting(null, [row('old', 3)])).toEqual([])
  expect(newlyWaiting(new Map(), [row('over', 1, 'cancelled')])).toEqual([])
})

test('notifies once per result, and not about runs that ended before the page opened or are listed later', () => {
  const at = (updatedAt: string, each: ListedSessionRow) => ({ ...each, updatedAt })
  const [before, after] = ['2026-01-01T00:00:00Z', '2026-01-03T00:00:00Z']
  const rows = [
    at(after, row('ended', 0, 'completed')),
    at(after, row('known', 0, 'completed')),
    at(after, row('active', 0)),
    at(before, row('older', 0, 'failed')),
  ]
  const since = Date.parse('2026-01-02T00:00:00Z')
  expect(ids(newlyFinished(new Set(['known']), rows, since))).toEqual(['ended'])
  // The first list may already have a run that ended after the page was opened.
  expect(ids(newlyFinished(new Set(), rows, since))).toEqual(['ended', 'known'])
})
