import ts from 'typescript'
import { type EdgeRule, type RuleScope, type Sighting, sighting } from '../edge.ts'
import {
  calledName,
  contains,
  expressionText,
  namesInExpression,
  quotedNode,
  receiverOf,
  rootOf,
} from '../expressions.ts'
import { isAssignment } from '../guards.ts'
import { isArray, isPromise, isVoid, typeOf } from '../shapes.ts'
import { parametersOf } from '../units.ts'

const CHANGES = /^(sort|reverse|splice|push|pop|shift|unshift|fill|copyWithin)$/
/** Names that suggest the value is meant to be changed. */
const MEANT =
  /^(acc|accumulator|out|output|target|result|results|state|draft|buffer|ctx|context|res|response|builder|visited|seen|memo|cache|queue|stack|element|node|this)$/

/** A function that returns a result and also changes its arguments. */
export const mutation: EdgeRule = (node, scope) => {
  const changed = changedBy(node, scope)
  if (!changed || isMeant(scope)) return []
  const root = rootOf(changed)
  if (!ts.isIdentifier(root) || MEANT.test(root.text) || !isOwnParameter(root, scope)) return []
  if (!isGivenBack(root, node, scope)) return []
  return sighting(
    'argument-mutation',
    node,
    `${quotedNode(node)} changes \`${root.text}\`, which belongs to the caller.`,
    root,
  ) satisfies Sighting[]
}

/** The result derives from the argument, so callers expect a new value. A counter or cursor is meant to change. */
function isGivenBack(root: ts.Identifier, change: ts.Node, { unit }: RuleScope): boolean {
  const isStep = !ts.isCallExpression(change) && /(\+\+|--|[+-]=)/.test(change.getText())
  const isResult = (node: ts.Node): boolean =>
    isStep ? expressionText(node) === root.text : namesInExpression(node).includes(root.text)
  if ('body' in unit.node && unit.node.body && !ts.isBlock(unit.node.body)) return isResult(unit.node.body)
  return contains(
    unit.node,
    (inner) => ts.isReturnStatement(inner) && inner.expression !== undefined && isResult(inner.expression),
  )
}

/** What the node changes: the list a method is called on, the owner of a property. */
function changedBy(node: ts.Node, { checker }: RuleScope): ts.Node | undefined {
  if (ts.isCallExpression(node)) {
    const list = receiverOf(node)
    if (list && CHANGES.test(calledName(node) ?? '') && isArray(typeOf(list, checker), checker)) return onPath(list)
    return node.expression.getText() === 'Object.assign' ? node.arguments[0] : undefined
  }
  if (ts.isDeleteExpression(node)) return onPath(node.expression)
  if (ts.isBinaryExpression(node) && isAssignment(node)) return ownerOf(node.left)
  const isStep =
    ts.isPostfixUnaryExpression(node) || (ts.isPrefixUnaryExpression(node) && /^(\+\+|--)/.test(node.getText()))
  return isStep ? ownerOf(node.operand) : undefined
}

const ownerOf = (node: ts.Node): ts.Node | undefined =>
  ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? onPath(node.expression) : undefined

/** A path that contains a call leads to a new value. */
const onPath = (node: ts.Node): ts.Node | undefined => (contains(node, ts.isCallExpression) ? undefined : node)

/** A function without a result is meant to change things. */
function isMeant({ unit, checker }: RuleScope): boolean {
  if (ts.isSourceFile(unit.node) || ts.isConstructorDeclaration(unit.node) || ts.isSetAccessor(unit.node)) return true
  const signature = checker.getSignatureFromDeclaration(unit.node)
  if (!signature) return true
  const result = checker.getReturnTypeOfSignature(signature)
  const awaited = isPromise(result) ? checker.getAwaitedType(result) : undefined
  return isVoid(awaited ?? result)
}

function isOwnParameter(root: ts.Identifier, { unit, checker }: RuleScope): boolean {
  const declaration = checker.getSymbolAtLocation(root)?.valueDeclaration
  const isParameter = parametersOf(unit).some((parameter) => parameter === declaration)
  const isCopied = contains(
    unit.node,
    (inner) => ts.isBinaryExpression(inner) && isAssignment(inner) && expressionText(inner.left) === root.text,
  )
  return isParameter && !isCopied
}
