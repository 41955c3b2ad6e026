import ts from 'typescript'
import { type EdgeRule, type Sighting, sighting } from '../edge.ts'
import {
  ancestor,
  bareExpression,
  calledName,
  contains,
  expressionText,
  quotedNode,
  receiverOf,
} from '../expressions.ts'
import { isTried } from '../guards.ts'
import { isAny, isArray, isPromise, itemType, typeOf } from '../shapes.ts'

/** A floating promise. */
export const floating: EdgeRule = (node, { checker }) => {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return []
  const call = node.expression
  const type = typeOf(call, checker)
  if (isAny(type)) return []
  const item = isArray(type, checker) ? itemType(type, checker) : undefined
  if (!isPromise(type) && !(item && isPromise(item))) return []
  const ends = endsOf(call)
  if (ends === 'handled') return []
  const message = `Nobody waits for ${quotedNode(call)}, and a failure of it is unhandled.`
  return [{ kind: ends === 'then' ? 'unhandled-rejection' : 'missing-await', at: node, message, subject: call }]
}

/** How a promise chain ends. */
function endsOf(call: ts.CallExpression): 'handled' | 'then' | 'open' {
  const name = calledName(call)
  if (name === 'catch' || (name === 'then' && call.arguments.length > 1)) return 'handled'
  const before = receiverOf(call)
  if (name === 'finally' && before && ts.isCallExpression(before)) return endsOf(before)
  if (name === 'then') return before && ts.isCallExpression(before) && endsOf(before) === 'handled' ? 'handled' : 'then'
  return 'open'
}

const SYNCHRONOUS = /^(forEach|filter|some|every|find|findIndex|sort|reduce|flatMap)$/
const EVENTS = /^(setTimeout|setInterval|setImmediate|on|once|addEventListener|addListener|then)$/

/** An async function as a callback that is not awaited. */
export const asyncCallback: EdgeRule = (node, { checker }) => {
  if (!ts.isCallExpression(node)) return []
  const name = calledName(node) ?? ''
  const callback = node.arguments.find(isAsync)
  if (!callback) return []
  const list = receiverOf(node)
  if (SYNCHRONOUS.test(name) && name !== 'reduce' && list && isArray(typeOf(list, checker), checker))
    return sighting(
      'missing-await',
      node,
      `${name} does not wait for its async function: it continues at once, and a failure is unhandled.`,
      list,
    )
  const isRisky =
    EVENTS.test(name) &&
    name !== 'then' &&
    contains(callback, (inner) => ts.isAwaitExpression(inner) && !isTried(inner, callback))
  if (!isRisky) return []
  return sighting('unhandled-rejection', node, `${name} ignores what its async function rejects with.`, callback)
}

const isAsync = (node: ts.Node): node is ts.FunctionExpression | ts.ArrowFunction =>
  (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
  (node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) ?? false)

/** A promise used as a condition is always truthy. */
export const promiseAsCondition: EdgeRule = (node, { checker }) => {
  const condition = conditionOf(node)
  if (!condition) return []
  const type = typeOf(condition, checker)
  if (isAny(type) || !isPromise(type) || type.isUnion()) return []
  return sighting('missing-await', condition, `${quotedNode(condition)} is a promise, which is always true.`, condition)
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression
  if (ts.isConditionalExpression(node)) return node.condition
  return ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken ? node.operand : undefined
}

/** `try { return load() } catch …` in an async function: the catch misses the rejection. */
export const returnedUnawaited: EdgeRule = (node, { checker, unit }) => {
  if (!ts.isReturnStatement(node) || !node.expression || ts.isAwaitExpression(bare2(node.expression))) return []
  const outer = ancestor(node, ts.isFunctionLike) ?? unit.node
  if (!isTried(node, outer) || !isPromise(typeOf(node.expression, checker)) || isAny(typeOf(node.expression, checker)))
    return []
  return sighting(
    'missing-await',
    node,
    `${quotedNode(node.expression)} is not awaited: if it rejects, the catch around it does not see it.`,
    node.expression,
  )
}

const bare2 = (node: ts.Expression): ts.Expression =>
  ts.isParenthesizedExpression(node) ? bare2(node.expression) : node

/** A response is read without checking its status. */
export const response: EdgeRule = (node, { unit }) => {
  if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isIdentifier(node.name)) return []
  if (calledName(bareExpression(node.initializer)) !== 'fetch' || !ts.isAwaitExpression(node.initializer)) return []
  const { text } = node.name
  const isLooked = contains(unit.node, (inner) => [`${text}.ok`, `${text}.status`].includes(expressionText(inner)))
  const isRead = contains(
    unit.node,
    (inner) =>
      /^(json|text|blob|arrayBuffer)$/.test(calledName(inner) ?? '') && expressionText(inner).startsWith(`${text}.`),
  )
  if (isLooked || !isRead) return []
  return sighting(
    'unchecked-response',
    node,
    `\`${text}\` is read without a look at \`${text}.ok\`: an error page is taken for data.`,
    node.initializer,
  )
}

export const asyncExecutor: EdgeRule = (node) => {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'Promise' || !node.arguments?.some(isAsync)) return []
  return sighting(
    'unhandled-rejection',
    node,
    'What an async executor throws never reaches the promise.',
    node,
  ) satisfies Sighting[]
}
