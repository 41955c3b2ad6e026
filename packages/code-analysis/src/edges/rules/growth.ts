import ts from 'typescript'
import { type EdgeRule, type RuleScope, type Sighting, sighting } from '../edge.ts'
import {
  ancestor,
  bareExpression,
  calledName,
  contains,
  expressionText,
  namesInExpression,
  numberIn,
  quotedNode,
} from '../expressions.ts'
import { isGuarded, isInLoop, looksAt } from '../guards.ts'
import { isNumber, typeOf } from '../shapes.ts'
import { isParameterName } from '../units.ts'

/** Integers that grow without a bound. */
export const growth: EdgeRule = (node, scope) => {
  if (ts.isNumericLiteral(node) && /^\d+$/.test(node.getText()) && !Number.isSafeInteger(Number(node.text)))
    return grown(node, `${quotedNode(node)} is not exact: integers end at 2^53.`, node)
  if (!ts.isBinaryExpression(node) || isBounded(node)) return []
  const { kind } = node.operatorToken
  if (kind === ts.SyntaxKind.AsteriskAsteriskToken || kind === ts.SyntaxKind.LessThanLessThanToken)
    return powers(node, scope)
  if (kind === ts.SyntaxKind.AsteriskToken && [node.left, node.right].some((side) => isSelfCall(side, scope)))
    return grown(node, `${quotedNode(node)} is no longer exact above 2^53.`, node.left)
  return products(node, scope)
}

const grown = (at: ts.Node, message: string, subject: ts.Node): readonly Sighting[] =>
  sighting('unsafe-integer', at, message, subject)

const isSelfCall = (node: ts.Node, { unit }: RuleScope): boolean => calledName(bareExpression(node)) === unit.name

function powers(node: ts.BinaryExpression, scope: RuleScope): readonly Sighting[] {
  const exponent = bareExpression(node.right)
  if (!ts.isIdentifier(exponent) || numberIn(node.left) === 10 || !Number.isInteger(numberIn(node.left) ?? 2)) return []
  if (!isParameterName(exponent, scope.checker) || isGuarded(node, looksAt([exponent.text], scope.checker))) return []
  return grown(node, `${quotedNode(node)} is no longer exact for a large ${quotedNode(exponent)}.`, exponent)
}

/** `product *= at`, `hash = hash * 31 + code` */
function products(node: ts.BinaryExpression, scope: RuleScope): readonly Sighting[] {
  const { unit, checker } = scope
  if (!isInLoop(node, unit.node) || !isNumber(typeOf(node.left, checker), checker)) return []
  const isTimes = node.operatorToken.kind === ts.SyntaxKind.AsteriskEqualsToken
  const factor = isTimes ? node.right : factorOf(node)
  if (!factor || !(isWhole(factor) || isCounter(factor)) || isWatched(node.left, scope)) return []
  return grown(node, `${quotedNode(node)} grows with each turn and is no longer exact above 2^53.`, node.left)
}

/** Whether some condition in the function checks its size. */
const isWatched = (value: ts.Node, { unit }: RuleScope): boolean =>
  contains(
    unit.node,
    (inner) =>
      ts.isBinaryExpression(inner) &&
      /^[<>]=?$/.test(inner.operatorToken.getText()) &&
      [inner.left, inner.right].some((side) => expressionText(side) === expressionText(value)),
  )

function factorOf(node: ts.BinaryExpression): ts.Node | undefined {
  if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined
  const sum = bareExpression(node.right)
  const product =
    ts.isBinaryExpression(sum) && sum.operatorToken.kind === ts.SyntaxKind.PlusToken ? bareExpression(sum.left) : sum
  if (!ts.isBinaryExpression(product) || product.operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return undefined
  if (expressionText(product.left) === expressionText(node.left)) return product.right
  return expressionText(product.right) === expressionText(node.left) ? product.left : undefined
}

const isWhole = (node: ts.Node): boolean => Number.isInteger(numberIn(node)) && (numberIn(node) ?? 0) > 1

/** The counter variable of a `for`. */
const isCounter = (node: ts.Node): boolean => {
  const loop = ancestor(node, ts.isForStatement)
  return loop?.incrementor !== undefined && namesInExpression(loop.incrementor).includes(expressionText(node))
}

const isBounded = (node: ts.Node): boolean =>
  contains(
    node,
    (inner) => ts.isBinaryExpression(inner) && /^(%|\||>>>|&|>>)=?$/.test(inner.operatorToken.getText()),
  ) ||
  contains(node, (inner) => /^(imul|BigInt|min|fround)$/.test(calledName(inner) ?? '')) ||
  (ancestor(node, ts.isBinaryExpression) !== undefined &&
    /^(%|\||>>>|&|>>)=?$/.test(ancestor(node, ts.isBinaryExpression)?.operatorToken.getText() ?? ''))
