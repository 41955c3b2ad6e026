import { expect, test } from 'vitest'
import { edgesOf } from '../edges.fixture.ts'

test('methods and arrow functions are reported by the names people call them', () => {
  const edges = edgesOf(
    'sample.ts',
    'export class Cart { items: number[] = []\n first(): number { return this.items[0] } }\nexport const half = (a: number, b: number) => a / b\nexport default function (text: string) { return JSON.parse(text) }\n',
  )
  expect(edges.map(({ unit, line, kind }) => [unit, line, kind])).toEqual([
    ['Cart.first', 2, 'empty-array'],
    ['half', 3, 'division-by-zero'],
    ['default', 4, 'json-parse'],
  ])
})

test('broken, empty, deep and huge code gets an answer', () => {
  for (const text of [
    '',
    'export function ( {{{ <',
    'x'.repeat(100_000),
    `const a = ${'['.repeat(200)}${']'.repeat(200)}`,
  ])
    expect(edgesOf('sample.ts', text)).toEqual([])
})
