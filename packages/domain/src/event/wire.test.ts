import { describe, expect, test } from 'vitest'
import { SessionId } from '../shared/ids.ts'
import type { Event } from './event.ts'
import { parseEvent } from './parse-event.ts'
import { upcast } from './upcast.ts'
import { fromCheckedWire, fromWire, toWire, type WireEvent } from './wire.ts'

const event: Event = {
  v: 1,
  seq: 2,
  batch: 1,
  session: SessionId.parse('01JABCDEFGHJKMNPQRSTVWXYZ0'),
  type: 'warning',
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  data: { code: 'slow', message: 'The provider is slow.' },
}

describe('an event on the wire', () => {
  test('has its time in ISO 8601 and only the fields that apply', () => {
    expect(JSON.stringify(toWire(event))).toBe(
      '{"v":1,"seq":2,"batch":1,"session":"01JABCDEFGHJKMNPQRSTVWXYZ0","type":"warning","at":"2026-01-02T03:04:05.678Z","data":{"code":"slow","message":"The provider is slow."}}',
    )
  })

  test('is read back as the event that was sent', () => {
    expect(fromWire(JSON.parse(JSON.stringify(toWire(event))))).toEqual(event)
  })

  test.each([
    ['an invalid time', { at: 'yesterday' }],
    ['an unknown field', { colour: 'red' }],
    ['an unknown type', { type: 'toString' }],
    ['data of the wrong shape', { data: { code: 7 } }],
    ['a version from the future', { v: 2 }],
    ['a sequence number of zero', { seq: 0 }],
  ])('is refused with %s', (_, change) => {
    expect(() => fromWire({ ...toWire(event), ...change })).toThrow()
  })

  test.each(['__proto__', 'constructor', 'toString'])(
    'is refused if it names a task, an agent or a question %s',
    (id) => {
      const asked = { ...toWire(event), type: 'question.asked' }
      const data = { id: '1/q1', question: 'Why?', options: [] }
      expect(() => fromWire({ ...asked, data })).not.toThrow()
      expect(() => fromWire({ ...asked, data: { ...data, id } })).toThrow('a name that every object has')
      expect(() => fromWire({ ...asked, data, task: id })).toThrow('a name that every object has')
      expect(() => fromWire({ ...asked, data, agent: id })).toThrow('a name that every object has')
      const { session, seq, batch, ...rest } = { ...event, task: id }
      expect(() => parseEvent(rest, { session, seq, batch })).toThrow('a name that every object has')
    },
  )

  test.each([[null], ['text'], [7], [[]]])('is refused when it is %j', (value) => {
    expect(() => fromWire(value)).toThrow()
    expect(() => parseEvent(value)).toThrow()
  })
})

describe('an event from a program that has checked it', () => {
  test('is read the same as one that is checked here', () => {
    expect(fromCheckedWire(JSON.parse(JSON.stringify(toWire(event))))).toEqual(event)
  })

  test('is still refused if its type or version is unknown', () => {
    const wire = toWire(event)
    const unknown: readonly WireEvent[] = [
      { ...wire, type: 'toString' },
      { ...wire, v: 2 },
    ]
    for (const each of unknown) expect(() => fromCheckedWire(each)).toThrow()
  })
})

describe('upcasting', () => {
  const steps = { old: { 1: () => ({ two: true }), 2: (data: unknown) => ({ ...(data as object), three: true }) } }

  test('applies every step from the stored version to the newest', () => {
    expect(upcast('old', {}, { from: 1, to: 3 }, steps)).toEqual({ two: true, three: true })
  })

  test('leaves data in the newest version alone', () => {
    expect(upcast('old', { kept: 1 }, { from: 3, to: 3 }, steps)).toEqual({ kept: 1 })
  })

  test('refuses a version without a next step', () => {
    expect(() => upcast('old', {}, { from: 1, to: 4 }, steps)).toThrow('no upgrade to version 4')
  })
})
