import ts from 'typescript'
import type { Edge } from '../edges/edge.ts'
import { isNumber } from '../edges/shapes.ts'
import { promiseFor, valueFor } from './edge-values.ts'
import { sampleOf } from './sample.ts'
import type { TestSubject } from './subjects.ts'

/** One case: the call that reaches the edge, what is checked, and why it cannot run yet, if so. */
export type TestCase = {
  readonly title: string
  readonly edge: Edge
  /** Values created before the call, to inspect after it. */
  readonly before: readonly string[]
  readonly call: string
  readonly check: GuessedCheck
  readonly never?: string
}

/** A guess at the right behaviour, for review. */
export type GuessedCheck = 'finite' | 'safe' | 'defined' | 'unchanged' | 'same twice' | 'waits' | 'fails' | 'settles'

/** The case for an edge of a function. */
export function testCase(edge: Edge, subject: TestSubject, checker: ts.TypeChecker): TestCase {
  const args = argumentsFor(edge, subject, checker)
  const check = checkFor(edge, subject, checker)
  const isUnchanged = check === 'unchanged'
  const before = check === 'waits' ? ['const slow = slowly()'] : isUnchanged ? namedArguments(args) : []
  const never = NEVER[edge.kind]
  return {
    title: `${subject.name}: ${edge.message.replace(/`/g, '').replace(/\.$/, '')} (${edge.kind}, line ${edge.line})`,
    edge,
    before,
    call: subject.call(isUnchanged ? args.map((_, at) => `argument${at + 1}`) : args),
    check,
    ...(never && { never }),
  }
}

const namedArguments = (args: readonly string[]): readonly string[] =>
  args.map((code, at) => `const argument${at + 1} = ${code}`)

/** Cases that must not run before the code is fixed. */
const NEVER: { readonly [kind: string]: string | undefined } = {
  'zero-step': 'it never ends as it is: guard it, then remove this',
  'unchecked-response': 'it needs a response to read: pass your own fetch',
}

function argumentsFor(edge: Edge, { node }: TestSubject, checker: ts.TypeChecker): readonly string[] {
  const needed = node.parameters.filter(
    (parameter) =>
      parameter.name.getText() === edge.parameter ||
      !(parameter.questionToken || parameter.initializer || parameter.dotDotDotToken),
  )
  return needed.map((parameter) => {
    const type = checker.getTypeAtLocation(parameter)
    const promise = promiseFor(edge, type, checker)
    if (promise) return promise
    if (NOT_FOUND.includes(edge.kind) && checker.typeToString(type) === 'string') return "'something else'"
    if (edge.value === undefined && parameter.name.getText() !== edge.parameter && !isTarget(edge, parameter))
      return sampleOf(type, checker)
    return valueFor(edge, type, checker)
  })
}

/** The value searched for must not be in the samples. */
const NOT_FOUND: readonly string[] = ['unchecked-find', 'index-not-found', 'missing-key']

/** If the rule does not name a parameter, those with a matching type are tried. */
const isTarget = (edge: Edge, parameter: ts.ParameterDeclaration): boolean =>
  edge.parameter === undefined && parameter.name !== undefined

function checkFor(edge: Edge, { node }: TestSubject, checker: ts.TypeChecker): GuessedCheck {
  const signature = checker.getSignatureFromDeclaration(node)
  const result = signature ? checker.getReturnTypeOfSignature(signature) : undefined
  const awaited = result && (checker.getAwaitedType(result) ?? result)
  if (edge.kind === 'argument-mutation') return 'unchanged'
  if (edge.kind === 'regex-state') return 'same twice'
  if (edge.kind === 'missing-await' || edge.kind === 'unhandled-rejection') return 'waits'
  if (edge.kind === 'swallowed-exception') return 'fails'
  if (awaited && awaited.flags & (ts.TypeFlags.Void | ts.TypeFlags.Any)) return 'settles'
  if (awaited && isNumber(awaited, checker)) return edge.kind === 'unsafe-integer' ? 'safe' : 'finite'
  return 'defined'
}
