import ts from 'typescript'
import { type EdgeRule, type RuleScope, type Sighting, sighting } from '../edge.ts'
import {
  bareExpression,
  contains,
  expressionText,
  initializerOf,
  namesInExpression,
  numberIn,
  quotedNode,
} from '../expressions.ts'
import { isGuarded, looksAt } from '../guards.ts'
import { isParameterName } from '../units.ts'

/** Loops that go one too far, or stop one too early. */
export const offByOne: EdgeRule = (node, scope) => {
  if (!ts.isForStatement(node) || !node.condition || !ts.isBinaryExpression(node.condition)) return []
  const { left, operatorToken, right } = node.condition
  const counter = expressionText(left)
  const list = /^(.*)\.length$/.exec(expressionText(lengthOf(right, scope)))?.[1]
  if (
    operatorToken.kind === ts.SyntaxKind.LessThanEqualsToken &&
    list !== undefined &&
    usesIndex(node.statement, list, counter)
  )
    return missed(node.condition, `${quotedNode(node.condition)} goes one past the end: the last item is undefined.`)
  return [...startsPastEnd(node, counter), ...stopsBefore(node, counter)]
}

const missed = (at: ts.BinaryExpression, message: string): readonly Sighting[] =>
  sighting('off-by-one', at, message, at.right)

const lengthOf = (node: ts.Node, { checker }: RuleScope): ts.Node => initializerOf(node, checker) ?? node

const usesIndex = (body: ts.Node, list: string, index: string): boolean =>
  contains(
    body,
    (inner) =>
      ts.isElementAccessExpression(inner) &&
      expressionText(inner.expression) === list &&
      expressionText(inner.argumentExpression) === index,
  )

/** `for (let at = list.length; at >= 0; at--) list[at]` */
function startsPastEnd(loop: ts.ForStatement, counter: string): readonly Sighting[] {
  const { initializer, condition } = loop
  if (!initializer || !ts.isVariableDeclarationList(initializer) || !condition || !ts.isBinaryExpression(condition))
    return []
  const start = initializer.declarations[0]?.initializer
  const list = start ? /^(.*)\.length$/.exec(expressionText(start))?.[1] : undefined
  if (list === undefined || !loop.incrementor?.getText().includes('--') || !usesIndex(loop.statement, list, counter))
    return []
  return missed(condition, `The loop begins at ${quotedNode(start as ts.Node)}, one past the end.`)
}

/** `at < list.length - 1` over single items skips the last one. */
function stopsBefore(loop: ts.ForStatement, counter: string): readonly Sighting[] {
  const { condition } = loop
  if (!condition || !ts.isBinaryExpression(condition) || condition.operatorToken.kind !== ts.SyntaxKind.LessThanToken)
    return []
  const bound = bareExpression(condition.right)
  if (
    !ts.isBinaryExpression(bound) ||
    bound.operatorToken.kind !== ts.SyntaxKind.MinusToken ||
    numberIn(bound.right) !== 1
  )
    return []
  const list = /^(.*)\.length$/.exec(expressionText(bound.left))?.[1]
  if (list === undefined || !usesIndex(loop.statement, list, counter) || looksAhead(loop, counter)) return []
  return missed(condition, `${quotedNode(condition)} never reaches the last item.`)
}

/** The next or last item is read somewhere else. */
const looksAhead = (loop: ts.ForStatement, counter: string): boolean =>
  contains(
    loop.parent,
    (inner) =>
      (ts.isBinaryExpression(inner) && expressionText(inner).startsWith(`${counter}+`)) ||
      (ts.isElementAccessExpression(inner) && !expressionText(inner.argumentExpression).startsWith(counter)) ||
      (ts.isPropertyAccessExpression(inner) && inner.name.text === 'at'),
  ) || contains(loop.statement, (inner) => ts.isForStatement(inner))

const STEPS = /^([+\-*/]|>>)=$/

/** A step that is zero, or goes the wrong way, never ends. */
export const zeroStep: EdgeRule = (node, scope) => {
  const step = stepOf(node)
  if (!step || numberIn(step) !== undefined) return []
  const inner = bareExpression(step)
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return []
  const root = ts.isIdentifier(inner) ? inner : bareExpression(inner.expression)
  if (!ts.isIdentifier(root) || !isParameterName(root, scope.checker)) return []
  if (
    isGuarded(
      node,
      (condition) => condition !== conditionOf(node) && looksAt([expressionText(inner)], scope.checker)(condition),
    )
  )
    return []
  return sighting('zero-step', step, `The loop never ends if ${quotedNode(inner)} is 0.`, inner)
}

const conditionOf = (node: ts.Node): ts.Node | undefined =>
  ts.isForStatement(node) ? node.condition : ts.isWhileStatement(node) ? node.expression : undefined

function stepOf(node: ts.Node): ts.Node | undefined {
  if (ts.isForStatement(node) && node.incrementor) return stepIn(node.incrementor)
  if (!ts.isWhileStatement(node) || !ts.isBlock(node.statement)) return undefined
  const watched = namesInExpression(node.expression)
  const changes = node.statement.statements.flatMap((statement) =>
    ts.isExpressionStatement(statement) && watched.some((name) => changesName(statement.expression, name))
      ? [statement.expression]
      : [],
  )
  const [only] = changes
  return changes.length === 1 && only ? stepIn(only) : undefined
}

const changesName = (node: ts.Node, name: string): boolean =>
  (ts.isBinaryExpression(node) && expressionText(node.left) === name) ||
  /^(\w+)(\+\+|--)$/.exec(node.getText())?.[1] === name

function stepIn(node: ts.Node): ts.Node | undefined {
  if (!ts.isBinaryExpression(node)) return undefined
  if (STEPS.test(node.operatorToken.getText())) return node.right
  const sum = bareExpression(node.right)
  return ts.isBinaryExpression(sum) &&
    /^[+-]$/.test(sum.operatorToken.getText()) &&
    expressionText(sum.left) === expressionText(node.left)
    ? sum.right
    : undefined
}
