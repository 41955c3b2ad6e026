import ts from 'typescript'
import { type EdgeRule, sighting } from '../edge.ts'
import { bareExpression, calledName, expressionText, quotedNode, receiverOf } from '../expressions.ts'
import { isGuarded, isTried, looksAt } from '../guards.ts'
import { isString, typeOf } from '../shapes.ts'

/** A catch that does nothing, or only prints. */
export const swallowed: EdgeRule = (node) => {
  if (ts.isCatchClause(node) && isSilent(node.block) && !isExplained(node.block) && !isCleaning(node.parent.tryBlock))
    return sighting(
      'swallowed-exception',
      node,
      'A failure is caught and leaves no trace: the caller continues as if nothing had happened.',
    )
  if (!ts.isCallExpression(node) || calledName(node) !== 'catch') return []
  const [handler] = node.arguments
  if (!handler || !(ts.isArrowFunction(handler) || ts.isFunctionExpression(handler))) return []
  if (!ts.isBlock(handler.body) || !isSilent(handler.body) || isExplained(handler.body) || isEnding(receiverOf(node)))
    return []
  return sighting('swallowed-exception', node, `${quotedNode(node)} makes a failure look like success.`)
}

const isSilent = (block: ts.Block): boolean =>
  block.statements.every(
    (statement) => ts.isExpressionStatement(statement) && /^console\.\w+\(/.test(statement.expression.getText()),
  )

/** A comment says why nothing is done, in more words than "ignore". */
const isExplained = (block: ts.Block): boolean =>
  block.statements.length === 0 &&
  (block
    .getText()
    .replace(/ignored?|noop|nothing|todo/gi, '')
    .match(/[\p{L}\d']+/gu)?.length ?? 0) > 2

/** A failure to close is harmless: it may already be closed. */
const isEnding = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  /^(close|cancel|destroy|dispose|abort|kill|unlink|rm|release|end|stop|terminate|cleanup)/i.test(
    calledName(bareExpression(node)) ?? '',
  )

const isCleaning = (block: ts.Block): boolean =>
  block.statements.length === 1 &&
  block.statements.every((one) => ts.isExpressionStatement(one) && isEnding(one.expression))

/** `JSON.parse` outside of a `try`. */
export const jsonParse: EdgeRule = (node, { unit }) => {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'JSON.parse' || isTried(node, unit.node)) return []
  const [text] = node.arguments
  if (!text || (ts.isCallExpression(text) && text.expression.getText() === 'JSON.stringify')) return []
  return sighting('json-parse', node, `${quotedNode(node)} throws if the text is not JSON.`, text)
}

/** Other parsing functions that throw. */
export const malformed: EdgeRule = (node, { unit, checker }) => {
  const isCall = ts.isCallExpression(node) && /^(BigInt|decodeURI(Component)?)$/.test(node.expression.getText())
  const isUrl = ts.isNewExpression(node) && node.expression.getText() === 'URL' && node.arguments?.length === 1
  if (!isCall && !isUrl) return []
  const [text] = node.arguments ?? []
  if (!text || ts.isStringLiteralLike(text) || !isString(typeOf(text, checker), checker)) return []
  if (isTried(node, unit.node) || isGuarded(node, looksAt([expressionText(text)], checker))) return []
  return sighting('malformed-input', node, `${quotedNode(node)} throws if the text is malformed.`, text)
}
