import { expect, test } from 'vitest'
import { z } from 'zod'
import { facts } from '../event/facts.ts'
import { isKeySchema } from '../shared/ids.ts'
import { Json } from '../shared/json.ts'
import { isOpen, isSealedWhole } from './open-keys.ts'
import { SEALED } from './split-event.ts'

type Schema = z.core.$ZodType
type Leaf = { readonly path: string; readonly key: string; readonly parent: string; readonly needsItsValue: boolean }

/** The texts in a schema. Those that need their value would not fit it if something else were there. */
function* textsIn(schema: Schema, key: string, parent: string, path: string): Generator<Leaf> {
  if (schema === (Json as Schema) || isSealedWhole(key)) return
  const leaf = (needsItsValue: boolean): Leaf => ({ path, key, parent, needsItsValue })
  if (isKeySchema(schema)) return yield leaf(true)
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  switch (def.type) {
    case 'string':
      return yield leaf(!z.core.safeParse(schema, SEALED).success)
    case 'enum':
    case 'literal':
      return yield leaf(true)
    case 'optional':
    case 'default':
    case 'nullable':
      return yield* textsIn(def.innerType, key, parent, path)
    case 'array':
      return yield* textsIn(def.element, key, parent, `${path}[]`)
    case 'union': {
      const own = def.options.flatMap((option) => [...textsIn(option, key, parent, path)])
      const isFree = own.some(({ path: one, needsItsValue }) => one === path && !needsItsValue)
      return yield* isFree ? own.filter(({ path: one }) => one !== path) : own
    }
    case 'record':
      return yield* textsIn(def.valueType as Schema, '', key, `${path}.*`)
    case 'object':
      for (const [name, one] of Object.entries(def.shape)) yield* textsIn(one, name, key, `${path}.${name}`)
  }
}

/** The schemas below keys that are sealed as a whole. */
function* wholeIn(schema: Schema, key: string, path: string): Generator<readonly [path: string, schema: Schema]> {
  if (schema === (Json as Schema)) return
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  if (def.type === 'optional' || def.type === 'default' || def.type === 'nullable')
    return yield* wholeIn(def.innerType, key, path)
  if (isSealedWhole(key)) return yield [path, schema]
  switch (def.type) {
    case 'array':
      return yield* wholeIn(def.element, key, `${path}[]`)
    case 'union':
      for (const option of def.options) yield* wholeIn(option, key, path)
      return
    case 'record':
      return yield* wholeIn(def.valueType as Schema, '', `${path}.*`)
    case 'object':
      for (const [name, one] of Object.entries(def.shape)) yield* wholeIn(one, name, `${path}.${name}`)
  }
}

test('what is sealed as a whole can be empty, or an event without its texts could not be read', () => {
  const wholes = Object.entries(facts).flatMap(([type, schema]) => [...wholeIn(schema, type, type)])
  expect(wholes.length).toBeGreaterThan(5)
  const full = wholes.filter(([, schema]) => !z.core.safeParse(schema, emptied(schema)).success && !isNumber(schema))
  expect(full.map(([path]) => path)).toEqual([])
})

const isNumber = (schema: Schema): boolean => schema._zod.def.type === 'number'

/** What is left of a value: of a list an empty list, of a text the word for it, of anything else an empty object. */
function emptied(schema: Schema): unknown {
  const { type } = schema._zod.def
  if (type === 'array') return []
  return type === 'string' ? SEALED : {}
}

const all = Object.entries(facts).flatMap(([type, schema]) => [...textsIn(schema, type, '', type)])

test('every id and every fixed word of an event stays readable when its texts are left out', () => {
  const lost = all.filter(({ key, parent, needsItsValue }) => needsItsValue && !isOpen(key, parent, 'one'))
  expect(lost.map(({ path }) => path)).toEqual([])
})

test('nothing that people or models write stays in a redacted receipt, except the options of a vote', () => {
  const kept = all.filter(({ key, parent, needsItsValue }) => !needsItsValue && isOpen(key, parent, 'one'))
  expect([...new Set(kept.map(({ path }) => path))].toSorted()).toMatchSnapshot()
})

test.each(['SECRET: the goal is to leave', 'ghp_'.repeat(20), 'a\nb', 'tool.call'])(
  'a tool that a model calls "%s" is not named in a redacted receipt',
  (tool) => {
    expect(isOpen('tool', 'calls', tool)).toBe(false)
    expect(isOpen('tools', 'task.assigned', tool)).toBe(false)
    expect(isOpen('tool', 'calls', 'mcp_github_create-issue')).toBe(true)
  },
)
