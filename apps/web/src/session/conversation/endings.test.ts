import type { Run } from '@convene/domain'
import { expect, test } from 'vitest'
import type { View } from '../view/view.ts'
import { runEndedBy } from './endings.ts'

const ending = (key: string) => [key, { kind: 'ending', key }] as const
const said = (key: string) => [key, { kind: 'said', key }] as const

/** A session with two earlier runs, and a third that is the newest. */
function viewOf(...entries: readonly (readonly [string, object])[]): View {
  const runs = [1, 2, 3].map((number) => ({ number }) as Run)
  return {
    order: entries.map(([key]) => key),
    entries: new Map(entries),
    past: runs.slice(0, 2).map((run) => ({ run })),
    session: { run: runs[2] },
  } as unknown as View
}

test('each ending belongs to its own run, also after later ones have started', () => {
  const view = viewOf(said('a'), ending('e1'), said('b'), ending('e2'), said('c'))
  expect(runEndedBy(view, 'e1')?.number).toBe(1)
  expect(runEndedBy(view, 'e2')?.number).toBe(2)
})

test('the newest ending belongs to the newest run', () => {
  expect(runEndedBy(viewOf(ending('e1'), ending('e2'), ending('e3')), 'e3')?.number).toBe(3)
})
