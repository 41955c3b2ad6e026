import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { WireEvent } from '../event/wire.ts'
import { fromWire } from '../event/wire.ts'
import { joinEvent, SEALED, splitEvent } from './split-event.ts'

const golden = new URL('../../../../tests/golden-logs/', import.meta.url)
const logs = readdirSync(golden, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
const eventsIn = (name: string): readonly WireEvent[] =>
  readFileSync(new URL(name, golden), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as WireEvent)

test.each(logs)('the two parts of an event are the event, and the open part alone can still be read: %s', (name) => {
  for (const wire of eventsIn(name)) {
    const split = splitEvent(wire)
    expect(joinEvent(split)).toEqual(wire)
    expect(splitEvent(fromWire(wire))).toEqual(split)
    expect(() => fromWire(joinEvent({ ...split, sealed: '' }))).not.toThrow()
  }
})

const message = (data: object): WireEvent =>
  ({ v: 1, seq: 1, batch: 1, session: 's', type: 'message', at: '2026-01-01T00:00:00.000Z', data }) as WireEvent

test('a text that looks like the mark of a sealed one is not mistaken for it', () => {
  const wire = message({ text: SEALED, author: 'ada' })
  expect(joinEvent(splitEvent(wire))).toEqual(wire)
})

test.each(['__proto__', 'constructor', 'toString'])('a key named %s is sealed and comes back', (key) => {
  const wire = message({ odd: JSON.parse(`{"${key}":{"text":"hidden"},"other":"hidden"}`) })
  const split = splitEvent(wire)
  expect(split.open).not.toContain('hidden')
  expect(JSON.stringify(joinEvent(split))).toBe(JSON.stringify(wire))
})

test('a sealed part that names a place outside of the event is refused', () => {
  const split = splitEvent(message({ text: 'a' }))
  for (const path of [['__proto__', 'x'], ['data', '__proto__'], ['data', 'none', 'x'], ['constructor']])
    expect(() => joinEvent({ ...split, sealed: JSON.stringify([[path, 'evil']]) })).toThrow()
})
