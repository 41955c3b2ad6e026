import type { Run } from '@convene/domain'
import { expect, test } from 'vitest'
import type { View } from '../view/view.ts'
import { pastRunOf } from './endings.ts'

const ending = (key: string) => [key, { kind: 'ending', key }] as const
const said = (key: string) => [key, { kind: 'said', key }] as const

/** A session with two earlier runs. */
function viewOf(...entries: readonly (readonly [string, object])[]): View {
  const runs = [1, 2].map((number) => ({ number }) as Run)
  return {
    order: entries.map(([key]) => key),
    entries: new Map(entries),
    past: runs,
  } as unknown as View
}

test('an ending belongs to its own run, also after later ones have started', () => {
  const view = viewOf(said('a'), ending('e1'), said('b'), ending('e2'), said('c'))
  expect(pastRunOf(view, view.past, 'e1')?.number).toBe(1)
  expect(pastRunOf(view, view.past, 'e2')?.number).toBe(2)
})

test('the newest ending belongs to no earlier run', () => {
  const view = viewOf(ending('e1'), ending('e2'), ending('e3'))
  expect(pastRunOf(view, view.past, 'e3')).toBeNull()
})
