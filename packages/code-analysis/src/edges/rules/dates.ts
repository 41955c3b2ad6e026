import ts from 'typescript'
import { type EdgeRule, type RuleScope, sighting } from '../edge.ts'
import {
  bareExpression,
  calledName,
  contains,
  expressionText,
  initializerOf,
  quotedNode,
  receiverOf,
} from '../expressions.ts'
import { isNamed, isString, typeOf } from '../shapes.ts'

/** A date made from text that may be invalid. */
export const invalidDate: EdgeRule = (node, scope) => {
  const text = parsedText(node, scope.checker)
  if (!text || isValidated(scope)) return []
  return sighting(
    'invalid-date',
    node,
    `${quotedNode(node)} is an invalid date if the text is not a date: every part of it is NaN.`,
    text,
  )
}

function parsedText(node: ts.Node, checker: ts.TypeChecker): ts.Expression | undefined {
  const isNew = ts.isNewExpression(node) && node.expression.getText() === 'Date' && node.arguments?.length === 1
  const isParse = ts.isCallExpression(node) && node.expression.getText() === 'Date.parse'
  const text = isNew || isParse ? node.arguments?.[0] : undefined
  return text && !ts.isStringLiteralLike(text) && isString(typeOf(text, checker), checker) ? text : undefined
}

/** The function checks for NaN somewhere. */
const isValidated = ({ unit }: RuleScope): boolean =>
  contains(
    unit.node,
    (inner) => /^(isNaN|isFinite|isValid\w*)$/.test(calledName(inner) ?? '') || inner.getText() === "'Invalid Date'",
  )

const LOCAL = /^get(Date|Day|Month|FullYear|Hours)$/

/** Local parts of a date read from text, which may be in another time zone. */
export const localParts: EdgeRule = (node, scope) => {
  if (!ts.isCallExpression(node) || !LOCAL.test(calledName(node) ?? '') || isInsideSetter(node)) return []
  const date = receiverOf(node)
  if (!date || !isNamed(typeOf(date, scope.checker), ['Date'])) return []
  const made = initializerOf(date, scope.checker) ?? bareExpression(date)
  const text = parsedText(made, scope.checker)
  if (!text) return []
  return sighting(
    'date-timezone',
    node,
    `${quotedNode(node)} depends on the time zone of the machine: a date without a time is read as UTC.`,
    text,
  )
}

const isInsideSetter = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent)
    ? /^set/.test(calledName(node.parent) ?? '')
    : ts.isBinaryExpression(node.parent) && isInsideSetter(node.parent)

/** One month after the 31st. */
export const monthOverflow: EdgeRule = (node) => {
  if (!ts.isCallExpression(node) || !/^set(UTC)?(Month|FullYear)$/.test(calledName(node) ?? '')) return []
  const [value, day] = node.arguments
  if (!value || day || !ts.isBinaryExpression(bareExpression(value))) return []
  const date = receiverOf(node)
  return [
    {
      kind: 'date-overflow',
      at: node,
      message: `${quotedNode(node)} skips a month if the day does not exist in it, such as the 31st.`,
      ...(date && { subject: date }),
    },
  ]
}

/** Days as a fixed number of milliseconds: with daylight saving time, two days per year are longer or shorter. */
export const dayLength: EdgeRule = (node, scope) => {
  if (!ts.isBinaryExpression(node) || !/^[+\-/]$/.test(node.operatorToken.getText())) return []
  const isDivision = node.operatorToken.kind === ts.SyntaxKind.SlashToken
  if (!isDivision && !isDateTime(node.left, scope)) return []
  if (isDivision && !contains(node.left, (inner) => isDateTime(inner, scope))) return []
  if (!contains(node.right, (inner) => isDay(inner, scope.checker))) return []
  return sighting(
    'date-timezone',
    node,
    `${quotedNode(node)} assumes that every day has 24 hours: it is an hour off when the clocks change.`,
    node.left,
  )
}

const isDateTime = (node: ts.Node, { checker }: RuleScope): boolean => {
  const inner = bareExpression(node)
  if (calledName(inner) === 'getTime') return true
  return ts.isIdentifier(inner) && isNamed(typeOf(inner, checker), ['Date'])
}

function isDay(node: ts.Node, checker: ts.TypeChecker): boolean {
  if (!ts.isExpression(node)) return false
  const made = initializerOf(node, checker)
  return productOf(node) === 86_400_000 || (made !== undefined && productOf(made) === 86_400_000)
}

/** The value of a product of literals. */
function productOf(node: ts.Node): number {
  const inner = bareExpression(node)
  if (ts.isNumericLiteral(inner)) return Number(inner.text)
  if (!ts.isBinaryExpression(inner) || inner.operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return Number.NaN
  return productOf(inner.left) * productOf(inner.right)
}

/** The day in UTC is not always the day here. */
export const isoDay: EdgeRule = (node, { checker }) => {
  if (!ts.isCallExpression(node) || !/^(slice|substring|split)$/.test(calledName(node) ?? '')) return []
  const iso = receiverOf(node)
  if (!iso || calledName(iso) !== 'toISOString' || !ts.isCallExpression(iso)) return []
  const date = receiverOf(iso)
  const made = date && (initializerOf(date, checker) ?? bareExpression(date))
  if (!made || !ts.isNewExpression(made) || (made.arguments?.length ?? 0) === 1) return []
  return sighting(
    'date-timezone',
    node,
    `${quotedNode(node)} is the day in UTC, not the day where ${expressionText(made)} was made.`,
    iso,
  )
}
