import ts from 'typescript'
import { type EdgeRule, type RuleScope, type Sighting, sighting } from '../edge.ts'
import {
  ancestor,
  bareExpression,
  calledName,
  contains,
  expressionText,
  initializerOf,
  namesInExpression,
  numberIn,
  quotedNode,
  receiverOf,
  rootOf,
} from '../expressions.ts'
import { isFilled, isGuarded, isListGuarded, looksAt } from '../guards.ts'
import { isAny, isArray, isNumber, isString, itemType, typeOf } from '../shapes.ts'
import { isParameterName } from '../units.ts'

/** Code that fails or surprises for an empty list. */
export const emptyListEdges: EdgeRule = (node, scope) => {
  if (!ts.isCallExpression(node)) return []
  return [...reduceWithoutStart(node, scope), ...extremeOfNothing(node, scope)]
}

function reduceWithoutStart(call: ts.CallExpression, { checker }: RuleScope): readonly Sighting[] {
  const list = receiverOf(call)
  if (!list || !/^reduce(Right)?$/.test(calledName(call) ?? '') || call.arguments.length !== 1) return []
  if (isFilled(list, checker) || isListGuarded(call, list, checker) || isListGuarded(call, rootOf(list), checker))
    return []
  return sighting(
    'empty-array',
    call,
    `${quotedNode(list)} may be empty: reduce without a first value then throws.`,
    list,
  )
}

function extremeOfNothing(call: ts.CallExpression, { checker }: RuleScope): readonly Sighting[] {
  const [only] = call.arguments
  if (!/^Math\.(max|min)$/.test(call.expression.getText()) || call.arguments.length !== 1) return []
  if (!only || !ts.isSpreadElement(only) || isFilled(only.expression, checker)) return []
  const list = only.expression
  if (isListGuarded(call, list, checker) || isListGuarded(call, rootOf(list), checker)) return []
  return sighting('empty-array', call, `${quotedNode(list)} may be empty: the result is then infinite.`, list)
}

/** Sorting without a comparator compares as text: 10 comes before 9. */
export const numericSort: EdgeRule = (node, { checker }) => {
  if (!ts.isCallExpression(node) || !/^(sort|toSorted)$/.test(calledName(node) ?? '') || node.arguments.length > 0)
    return []
  const list = receiverOf(node)
  const item = list && itemType(typeOf(list, checker), checker)
  if (!list || !item || isAny(item) || !isNumber(item, checker)) return []
  return sighting('numeric-sort', node, `${quotedNode(node)} sorts numbers as texts: 10 comes before 9.`, list)
}

/** A list that loses items while a loop counts up through it. */
export const changeWhileWalking: EdgeRule = (node, { unit }) => {
  if (!ts.isCallExpression(node) || !/^(splice|shift|push|unshift|pop)$/.test(calledName(node) ?? '')) return []
  const list = receiverOf(node)
  if (!list) return []
  const loop = ancestor(node, (outer): outer is ts.Node => isUpwardWalk(outer, expressionText(list)), unit.node)
  const isQueue = calledName(node) === 'push' && loop !== undefined && ts.isForStatement(loop)
  if (!loop || isQueue || leavesAfter(node) || stepsBack(node, loop)) return []
  return sighting(
    'mutation-while-iterating',
    node,
    `${quotedNode(node)} changes ${quotedNode(list)} while it is walked: items are skipped or come twice.`,
    list,
  )
}

function isUpwardWalk(node: ts.Node, list: string): boolean {
  if (ts.isForOfStatement(node)) return expressionText(node.expression) === list
  if (ts.isCallExpression(node) && calledName(node) === 'forEach')
    return expressionText(receiverOf(node) ?? node) === list
  if (!ts.isForStatement(node) || !node.incrementor || !node.condition || !ts.isBinaryExpression(node.condition))
    return false
  const isUp = /\+\+|\+=/.test(node.incrementor.getText())
  const isCounted = namesInExpression(node.incrementor).includes(expressionText(node.condition.left))
  return isUp && isCounted && expressionText(node.condition.right) === `${list}.length`
}

const leavesAfter = (node: ts.Node): boolean => {
  const block = ancestor(node, ts.isBlock)
  return (
    block?.statements.some((statement) => ts.isReturnStatement(statement) || ts.isBreakStatement(statement)) ?? false
  )
}

const stepsBack = (node: ts.Node, loop: ts.Node): boolean =>
  contains(loop, (inner) =>
    ts.isPostfixUnaryExpression(inner) || ts.isPrefixUnaryExpression(inner) ? /--/.test(inner.getText()) : false,
  ) || contains(node, (inner) => /--/.test(inner.getText()))

export const keysOfList: EdgeRule = (node, { checker }) => {
  if (!ts.isForInStatement(node) || !isArray(typeOf(node.expression, checker), checker)) return []
  if (isAny(typeOf(node.expression, checker))) return []
  return sighting(
    'for-in-array',
    node,
    `\`for … in\` walks the keys of ${quotedNode(node.expression)} as texts, and inherited ones too.`,
    node.expression,
  )
}

const SEARCH = /^(indexOf|lastIndexOf|findIndex|findLastIndex|search)$/
const PLACES = /^(splice|slice|substring|substr|at|with|charAt|toSpliced)$/

/** A search without a match returns -1, which is then used as an index. */
export const notFoundEdges: EdgeRule = (node, { checker, unit }) => {
  if (!ts.isCallExpression(node) || !SEARCH.test(calledName(node) ?? '') || !receiverOf(node)) return []
  const place = outermostSum(node)
  if (/LastIndex|lastIndexOf/.test(calledName(node) ?? '') && expressionText(place).endsWith('+1')) return []
  if (isPlace(place))
    return isGuarded(node, looksAt([expressionText(node)], checker)) || isSearchGuarded(node, checker)
      ? []
      : [lost(node, place)]
  const holder = node.parent
  if (!ts.isVariableDeclaration(holder) || !ts.isIdentifier(holder.name)) return []
  const { text } = holder.name
  const uses = usesAsPlace(unit.node, text).filter(
    (use) => !isGuarded(use, looksAt([text], checker)) && !isSearchGuarded(use, checker, node),
  )
  return uses.slice(0, 1).map((use) => lost(use.parent, node))
}

const lost = (at: ts.Node, search: ts.Node): Sighting => ({
  kind: 'index-not-found',
  at,
  message: `${quotedNode(search)} is -1 if nothing is found, and is used as an index anyway.`,
  subject: search,
})

function outermostSum(node: ts.Node): ts.Node {
  let outer = node
  while (
    ts.isParenthesizedExpression(outer.parent) ||
    (ts.isBinaryExpression(outer.parent) && /^[+-]$/.test(outer.parent.operatorToken.getText()))
  )
    outer = outer.parent
  return outer
}

const isPlace = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && node.parent.expression !== node && PLACES.test(calledName(node.parent) ?? '')

function usesAsPlace(unit: ts.Node, name: string): readonly ts.Node[] {
  const uses: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && isPlace(outermostSum(node))) uses.push(outermostSum(node))
    ts.forEachChild(node, visit)
  }
  visit(unit)
  return uses
}

/** `if (text.includes(':'))` before `text.indexOf(':')`. */
function isSearchGuarded(
  at: ts.Node,
  checker: ts.TypeChecker,
  search: ts.CallExpression = at as ts.CallExpression,
): boolean {
  const receiver = receiverOf(search)
  const [wanted] = search.arguments
  if (!receiver || !wanted) return false
  return isGuarded(
    at,
    (condition) =>
      looksAt([expressionText(receiver)], checker)(condition) && looksAt([expressionText(wanted)], checker)(condition),
  )
}

/** `slice(-count)` is the whole list if the count is 0. */
export const lastOfNone: EdgeRule = (node, { checker }) => {
  if (!ts.isCallExpression(node) || calledName(node) !== 'slice' || node.arguments.length !== 1) return []
  const [argument] = node.arguments
  const inner = argument && bareExpression(argument)
  if (!inner || !ts.isPrefixUnaryExpression(inner) || inner.operator !== ts.SyntaxKind.MinusToken) return []
  const count = bareExpression(inner.operand)
  if (numberIn(count) !== undefined || !ts.isIdentifier(count) || !isOpenCount(count, checker)) return []
  if (isGuarded(node, looksAt([count.text], checker))) return []
  return sighting(
    'zero-count',
    node,
    `${quotedNode(node)} returns everything, not nothing, if ${quotedNode(count)} is 0.`,
    count,
  )
}

const isOpenCount = (count: ts.Identifier, checker: ts.TypeChecker): boolean => {
  const made = initializerOf(count, checker)
  return isParameterName(count, checker) || (made !== undefined && numberIn(made) === undefined)
}

/** Separators of list items, rather than of a text's lines or a path's parts. */
const LISTS = /^(['"`/])(\\s[*+]?){0,4}[,;| ]?(\\s[*+]?){0,4}\1$/

/** `''.split(',')` is one empty string, not an empty list. */
export const splitOfNothing: EdgeRule = (node, { checker }) => {
  if (!ts.isCallExpression(node) || calledName(node) !== 'split' || node.arguments.length !== 1) return []
  const text = receiverOf(node)
  const [separator] = node.arguments
  if (!text || !separator || !LISTS.test(expressionText(separator)) || !isString(typeOf(text, checker), checker))
    return []
  const root = rootOf(text)
  if (!ts.isIdentifier(root) || !isParameterName(root, checker) || !isWholeResult(node)) return []
  if (isGuarded(node, looksAt([expressionText(text), expressionText(root), `${expressionText(root)}.length`], checker)))
    return []
  return sighting('empty-string', node, `${quotedNode(node)} of an empty text is one empty item, not none.`, text)
}

/** Whether the items are counted or returned as they are, so the empty one stays. */
function isWholeResult(call: ts.CallExpression): boolean {
  let chain: ts.Node = call
  while (ts.isPropertyAccessExpression(chain.parent) && ts.isCallExpression(chain.parent.parent)) {
    if (!/^(map|sort|toSorted|reverse|toReversed)$/.test(chain.parent.name.text)) return false
    chain = chain.parent.parent
  }
  if (ts.isPropertyAccessExpression(chain.parent))
    return chain.parent.name.text === 'length' && !ts.isBinaryExpression(chain.parent.parent)
  return (
    (ts.isReturnStatement(chain.parent) || ts.isArrowFunction(chain.parent)) &&
    !namesInExpression(call).includes('filter')
  )
}
