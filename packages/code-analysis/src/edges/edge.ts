import type ts from 'typescript'
import type { CompilerView } from './possibly-missing.ts'

/** Every kind of edge, and what it means. */
export const edgeKinds = {
  'null-not-handled': 'a value that may be missing is used as if it were there',
  'unchecked-find': 'nothing may have been found',
  'missing-key': 'the key may not be there',
  'index-out-of-range': 'there may be no item at that index',
  'index-not-found': 'a position of -1 is used like a valid one',
  'empty-array': 'the list may be empty',
  'empty-string': 'the text may be empty',
  'division-by-zero': 'the divisor may be zero',
  'not-a-number': 'the text may not be a number',
  'negative-number': 'the number may be negative',
  'unsafe-integer': 'the number may grow past what is exact',
  'float-comparison': 'fractions are compared for equality',
  'falsy-zero': 'zero or false is taken for missing',
  'zero-step': 'a step of zero never ends',
  'zero-count': 'a count of zero means everything',
  'off-by-one': 'the loop goes one too far or stops one too early',
  'numeric-sort': 'numbers are sorted as texts',
  'mutation-while-iterating': 'the list changes while it is walked',
  'for-in-array': 'a list is walked by its keys, which are texts',
  'argument-mutation': "the caller's value is changed",
  'switch-without-default': 'other values fall through silently',
  'switch-fallthrough': 'one case runs into the next',
  'non-exhaustive-union': 'a case of the union is not handled',
  'missing-return': 'a path ends without a result',
  'missing-await': 'the promise is not awaited',
  'unhandled-rejection': 'a rejection of the promise is not handled',
  'unchecked-response': 'the answer may be an error page',
  'swallowed-exception': 'a failure leaves no trace',
  'json-parse': 'text that is not JSON throws',
  'malformed-input': 'malformed text throws',
  'unbounded-recursion': 'the recursion may never end',
  'invalid-date': 'the text may not be a date',
  'date-timezone': 'the day depends on the time zone',
  'date-overflow': 'the month may have no such day',
  unicode: 'a character may be more than one unit long',
  'regex-state': 'the expression remembers its last match',
  'regex-backtracking': 'the expression may take exponential time',
  'regex-from-input': 'the text is used as a regular expression',
  'prototype-pollution': 'a key may reach the prototype',
} as const

export type EdgeKind = keyof typeof edgeKinds

/** An edge as a rule reports it: where, what, and which expression it is about. */
export type Sighting = {
  readonly kind: EdgeKind
  readonly at: ts.Node
  readonly message: string
  readonly subject?: ts.Node
  /** A value that reaches the edge, as code, if the rule knows one. */
  readonly value?: string
}

/** What a rule returns for one edge. */
export const sighting = (kind: EdgeKind, at: ts.Node, message: string, subject?: ts.Node): [Sighting] => [
  { kind, at, message, ...(subject && { subject }) },
]

/** A reported edge. Lines and columns count from 1. `parameter` is the argument that reaches it, if known. */
export type Edge = {
  readonly kind: EdgeKind
  readonly line: number
  readonly column: number
  readonly unit: string
  readonly message: string
  readonly parameter?: string
  /** The property path from the parameter to the subject of the edge. */
  readonly path?: readonly string[]
  readonly value?: string
}

/** What a rule knows: the checker, and the function that contains the node. */
export type RuleScope = {
  readonly checker: ts.TypeChecker
  readonly unit: FunctionUnit
  readonly view: CompilerView
}

/** A function with a name, or the file around all of them. */
export type FunctionUnit = { readonly name: string; readonly node: ts.FunctionLikeDeclaration | ts.SourceFile }

/** Checks one node. Rules are independent of each other. */
export type EdgeRule = (node: ts.Node, scope: RuleScope) => readonly Sighting[]
