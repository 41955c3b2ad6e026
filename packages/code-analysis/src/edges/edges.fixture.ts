import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect } from 'vitest'
import type { Edge } from './edge.ts'
import { examineFile, findEdges } from './rules/find-edges.ts'

/** The edges in this text, as if it were a file with this name. */
export function edgesOf(name: string, text: string): readonly Edge[] {
  const root = realpathSync(folderOf({ [name]: text }))
  return findEdges(examineFile(root, join(root, name)))
}

/** Functions named `f1`, `f2`, … with the kinds of edges each one has. An empty list means none. */
export type Table = readonly (readonly [code: string, ...kinds: readonly string[]])[]

/** Expects exactly the kinds noted next to each function. */
export function check(table: Table, name = 'sample.ts'): void {
  const text = table.map(([code], at) => code.replace(/\bf\b/g, `f${at + 1}`)).join('\n\n')
  const found = edgesOf(name, text)
  const kindsOf = (unit: string): readonly string[] =>
    found
      .filter((edge) => edge.unit === unit)
      .map(({ kind }) => kind)
      .sort()
  const actual = table.map(([code], at) => [code, ...kindsOf(`f${at + 1}`)])
  expect(actual).toEqual(table.map(([code, ...kinds]) => [code, ...kinds.toSorted()]))
}
