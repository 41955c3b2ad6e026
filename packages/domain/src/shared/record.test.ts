import { expect, test } from 'vitest'
import { withEntry } from './record.ts'

test.each(['a', 'b', '__proto__', 'constructor', '7'])(
  'a record gets an entry named %s, and the original is unchanged',
  (key) => {
    const before: { readonly [key: string]: number } = { a: 1 }
    const after = withEntry(before, key, 2)
    expect(Object.entries(after)).toEqual(Object.entries({ ...before, [key]: 2 }))
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype)
    expect(before).toEqual({ a: 1 })
  },
)
