import ts from 'typescript'
import { type Rule, type Scope, type Sighting, sighting } from '../edge.ts'
import { bare, contains, initializerOf, namesIn, numberIn, quote, textOf } from '../expressions.ts'
import { isGuarded, looksAt } from '../guards.ts'
import { isParameterName } from '../units.ts'

/** Loops that go one too far, or stop one too early. */
export const offByOne: Rule = (node, scope) => {
  if (!ts.isForStatement(node) || !node.condition || !ts.isBinaryExpression(node.condition)) return []
  const { left, operatorToken, right } = node.condition
  const counter = textOf(left)
  const list = /^(.*)\.length$/.exec(textOf(lengthOf(right, scope)))?.[1]
  if (
    operatorToken.kind === ts.SyntaxKind.LessThanEqualsToken &&
    list !== undefined &&
    usesIndex(node.statement, list, counter)
  )
    return missed(node.condition, `${quote(node.condition)} goes one past the end: the last item is undefined.`)
  return [...startsPastEnd(node, counter), ...stopsBefore(node, counter)]
}

const missed = (at: ts.BinaryExpression, message: string): readonly Sighting[] =>
  sighting('off-by-one', at, message, at.right)

const lengthOf = (node: ts.Node, { checker }: Scope): ts.Node => initializerOf(node, checker) ?? node

const usesIndex = (body: ts.Node, list: string, index: string): boolean =>
  contains(
    body,
    (inner) =>
      ts.isElementAccessExpression(inner) &&
      textOf(inner.expression) === list &&
      textOf(inner.argumentExpression) === index,
  )

/** `for (let at = list.length; at >= 0; at--) list[at]` */
function startsPastEnd(loop: ts.ForStatement, counter: string): readonly Sighting[] {
  const { initializer, condition } = loop
  if (!initializer || !ts.isVariableDeclarationList(initializer) || !condition || !ts.isBinaryExpression(condition))
    return []
  const start = initializer.declarations[0]?.initializer
  const list = start ? /^(.*)\.length$/.exec(textOf(start))?.[1] : undefined
  if (list === undefined || !loop.incrementor?.getText().includes('--') || !usesIndex(loop.statement, list, counter))
    return []
  return missed(condition, `The loop begins at ${quote(start as ts.Node)}, one past the end.`)
}

/** `at < list.length - 1` over single items skips the last one. */
function stopsBefore(loop: ts.ForStatement, counter: string): readonly Sighting[] {
  const { condition } = loop
  if (!condition || !ts.isBinaryExpression(condition) || condition.operatorToken.kind !== ts.SyntaxKind.LessThanToken)
    return []
  const bound = bare(condition.right)
  if (
    !ts.isBinaryExpression(bound) ||
    bound.operatorToken.kind !== ts.SyntaxKind.MinusToken ||
    numberIn(bound.right) !== 1
  )
    return []
  const list = /^(.*)\.length$/.exec(textOf(bound.left))?.[1]
  if (list === undefined || !usesIndex(loop.statement, list, counter) || looksAhead(loop, counter)) return []
  return missed(condition, `${quote(condition)} never reaches the last item.`)
}

/** The next or last item is read somewhere else. */
const looksAhead = (loop: ts.ForStatement, counter: string): boolean =>
  contains(
    loop.parent,
    (inner) =>
      (ts.isBinaryExpression(inner) && textOf(inner).startsWith(`${counter}+`)) ||
      (ts.isElementAccessExpression(inner) && !textOf(inner.argumentExpression).startsWith(counter)) ||
      (ts.isPropertyAccessExpression(inner) && inner.name.text === 'at'),
  ) || contains(loop.statement, (inner) => ts.isForStatement(inner))

const STEPS = /^([+\-*/]|>>)=$/

/** A step that is zero, or goes the wrong way, never ends. */
export const zeroStep: Rule = (node, scope) => {
  const step = stepOf(node)
  if (!step || numberIn(step) !== undefined) return []
  const inner = bare(step)
  if (!ts.isIdentifier(inner) && !ts.isPropertyAccessExpression(inner)) return []
  const root = ts.isIdentifier(inner) ? inner : bare(inner.expression)
  if (!ts.isIdentifier(root) || !isParameterName(root, scope.checker)) return []
  if (
    isGuarded(
      node,
      (condition) => condition !== conditionOf(node) && looksAt([textOf(inner)], scope.checker)(condition),
    )
  )
    return []
  return sighting('zero-step', step, `The loop never ends if ${quote(inner)} is 0.`, inner)
}

const conditionOf = (node: ts.Node): ts.Node | undefined =>
  ts.isForStatement(node) ? node.condition : ts.isWhileStatement(node) ? node.expression : undefined

function stepOf(node: ts.Node): ts.Node | undefined {
  if (ts.isForStatement(node) && node.incrementor) return stepIn(node.incrementor)
  if (!ts.isWhileStatement(node) || !ts.isBlock(node.statement)) return undefined
  const watched = namesIn(node.expression)
  const changes = node.statement.statements.flatMap((statement) =>
    ts.isExpressionStatement(statement) && watched.some((name) => changesName(statement.expression, name))
      ? [statement.expression]
      : [],
  )
  const [only] = changes
  return changes.length === 1 && only ? stepIn(only) : undefined
}

const changesName = (node: ts.Node, name: string): boolean =>
  (ts.isBinaryExpression(node) && textOf(node.left) === name) || /^(\w+)(\+\+|--)$/.exec(node.getText())?.[1] === name

function stepIn(node: ts.Node): ts.Node | undefined {
  if (!ts.isBinaryExpression(node)) return undefined
  if (STEPS.test(node.operatorToken.getText())) return node.right
  const sum = bare(node.right)
  return ts.isBinaryExpression(sum) &&
    /^[+-]$/.test(sum.operatorToken.getText()) &&
    textOf(sum.left) === textOf(node.left)
    ? sum.right
    : undefined
}
