import { type EventOf, type FactType, factTypes } from '@convene/domain'
import { expect, expectTypeOf, test } from 'vitest'
import type { RunEvent, RunEventData } from './run-event.ts'

test('every type of event is known, and an event of one type has its data', () => {
  expectTypeOf<RunEvent['type']>().toEqualTypeOf<FactType>()
  expectTypeOf<{ [Type in keyof RunEventData]: EventOf<Type>['data'] }>().toExtend<RunEventData>()
  const textOf = (event: RunEvent): string => (event.type === 'message' ? event.data.text : event.type)
  const data = { author: 'ada', role: 'agent', kind: 'answer', text: 'Yes.' }
  expect(textOf({ seq: 1, at: '2026-01-01T00:00:00Z', type: 'message', data })).toBe('Yes.')
  expect(factTypes).toContain('message')
})
