import type ts from 'typescript'
import type { Edge, EdgeKind } from '../edges/edge.ts'
import { isArray, isNamed, isNumber, isPromise, isString, literalsOf } from '../edges/shapes.ts'
import { sampleOf, type Taste } from './sample.ts'

/** For each kind of edge that a string can reach, such a string. */
const TEXTS: { readonly [Kind in EdgeKind]?: string } = {
  'not-a-number': "'not a number'",
  'json-parse': "'{ not json'",
  'malformed-input': "'%'",
  'invalid-date': "'not a date'",
  'date-timezone': "'2024-01-01'",
  'date-overflow': "'2024-01-31'",
  'regex-from-input': "'('",
  'regex-backtracking': "'aaaaaaaaaaaaaaaaaaaaaa!'",
  unicode: "'a👍🏽b'",
  'missing-key': "'no such key'",
  'unchecked-find': "''",
  'switch-without-default': "'something else'",
  'index-out-of-range': "''",
  'index-not-found': "''",
  'empty-string': "''",
}

const NUMBERS: { readonly [Kind in EdgeKind]?: string } = {
  'division-by-zero': '0',
  'zero-step': '0',
  'zero-count': '0',
  'falsy-zero': '0',
  'negative-number': '-1',
  'unbounded-recursion': '-1',
  'index-out-of-range': '99',
  'unsafe-integer': '60',
  'switch-without-default': '-1',
}

const LISTS: readonly EdgeKind[] = [
  'empty-array',
  'division-by-zero',
  'index-out-of-range',
  'unchecked-find',
  'index-not-found',
]

/** Code for an argument that reaches the edge, or the plain sample if nothing better is known. */
export function valueFor(edge: Edge, type: ts.Type, checker: ts.TypeChecker): string {
  if (edge.value !== undefined && isPart(edge.value, type, checker)) return edge.value
  if (isString(type, checker) && !type.isUnion()) return TEXTS[edge.kind] ?? "'text'"
  if (isNumber(type, checker) && !type.isUnion()) return NUMBERS[edge.kind] ?? '1'
  if (isArray(type, checker)) return listFor(edge, type, checker)
  if (isNamed(type, ['Map', 'ReadonlyMap'])) return 'new Map()'
  if (edge.kind === 'unbounded-recursion') return CYCLE
  return sampleOf(type, checker, tasteOf(edge))
}

const isPart = (value: string, type: ts.Type, checker: ts.TypeChecker): boolean =>
  (literalsOf(type) ?? []).some((part) => checker.typeToString(part) === value)

/** Everything on the path is present except its last part. */
const tasteOf = ({ kind, path = [] }: Edge): Taste => ({
  optional: kind === 'falsy-zero' ? 'falsy' : 'left out',
  present: path.slice(0, -1),
})

function listFor(edge: Edge, type: ts.Type, checker: ts.TypeChecker): string {
  if (LISTS.includes(edge.kind)) return '[]'
  if (!isNumberList(type, checker)) return sampleOf(type, checker, tasteOf(edge))
  return edge.kind === 'mutation-while-iterating' ? '[0, 0, 1, -1, -1]' : '[10, 9, 1]'
}

const isNumberList = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  /^(readonly )?number\[\]$/.test(checker.typeToString(type))

const CYCLE = `((): { [key: string]: unknown } => {
      const value: { [key: string]: unknown } = {}
      value.itself = value
      return value
    })()`

/** For promise edges: a function that takes a while, or fails. */
export function promiseFor(edge: Edge, type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const [signature] = type.getCallSignatures()
  if (!signature) return undefined
  const result = checker.getReturnTypeOfSignature(signature)
  if (!isPromise(result)) return undefined
  const awaited = sampleOf(checker.getAwaitedType(result) ?? result, checker)
  if (edge.kind === 'missing-await' || edge.kind === 'unhandled-rejection') return `() => slow.give(${awaited})`
  return edge.kind === 'swallowed-exception' ? '() => refused' : undefined
}
