import { expect, test } from 'vitest'
import { unknownFields } from './unknown-fields.ts'

test('a dropped field is unknown at any depth, but a converted one is not', () => {
  const sent = {
    goal: ' x ',
    extra: 1,
    limits: { maxTurns: 1, maxTurn: 2 },
    list: [{ name: 'a' }, { name: 'b', id: 3 }],
  }
  const taken = { goal: 'x', limits: { maxTurns: 1 }, list: [{ name: 'a' }, { name: 'b' }], mode: 'agent' }
  expect(unknownFields(sent, taken)).toEqual(['extra', 'limits.maxTurn', 'list[1].id'])
})

test('names that every object inherits are treated like any other field', () => {
  expect(unknownFields(JSON.parse('{ "constructor": 1, "__proto__": 2, "toString": 3 }'), {})).toEqual([
    'constructor',
    '__proto__',
    'toString',
  ])
})
