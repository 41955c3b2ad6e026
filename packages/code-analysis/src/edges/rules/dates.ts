import ts from 'typescript'
import { type Rule, type Scope, sighting } from '../edge.ts'
import { bare, calledName, contains, initializerOf, quote, receiverOf, textOf } from '../expressions.ts'
import { isNamed, isString, typeOf } from '../shapes.ts'

/** A date made from text that may be invalid. */
export const invalidDate: Rule = (node, scope) => {
  const text = parsedText(node, scope.checker)
  if (!text || isValidated(scope)) return []
  return sighting(
    'invalid-date',
    node,
    `${quote(node)} is an invalid date if the text is not a date: every part of it is NaN.`,
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
const isValidated = ({ unit }: Scope): boolean =>
  contains(
    unit.node,
    (inner) => /^(isNaN|isFinite|isValid\w*)$/.test(calledName(inner) ?? '') || inner.getText() === "'Invalid Date'",
  )

const LOCAL = /^get(Date|Day|Month|FullYear|Hours)$/

/** Local parts of a date read from text, which may be in another time zone. */
export const localParts: Rule = (node, scope) => {
  if (!ts.isCallExpression(node) || !LOCAL.test(calledName(node) ?? '') || isInsideSetter(node)) return []
  const date = receiverOf(node)
  if (!date || !isNamed(typeOf(date, scope.checker), ['Date'])) return []
  const made = initializerOf(date, scope.checker) ?? bare(date)
  const text = parsedText(made, scope.checker)
  if (!text) return []
  return sighting(
    'date-timezone',
    node,
    `${quote(node)} depends on the time zone of the machine: a date without a time is read as UTC.`,
    text,
  )
}

const isInsideSetter = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent)
    ? /^set/.test(calledName(node.parent) ?? '')
    : ts.isBinaryExpression(node.parent) && isInsideSetter(node.parent)

/** One month after the 31st. */
export const monthOverflow: Rule = (node) => {
  if (!ts.isCallExpression(node) || !/^set(UTC)?(Month|FullYear)$/.test(calledName(node) ?? '')) return []
  const [value, day] = node.arguments
  if (!value || day || !ts.isBinaryExpression(bare(value))) return []
  const date = receiverOf(node)
  return [
    {
      kind: 'date-overflow',
      at: node,
      message: `${quote(node)} skips a month if the day does not exist in it, such as the 31st.`,
      ...(date && { subject: date }),
    },
  ]
}

/** Days as a fixed number of milliseconds: with daylight saving time, two days per year are longer or shorter. */
export const dayLength: Rule = (node, scope) => {
  if (!ts.isBinaryExpression(node) || !/^[+\-/]$/.test(node.operatorToken.getText())) return []
  const isDivision = node.operatorToken.kind === ts.SyntaxKind.SlashToken
  if (!isDivision && !isDateTime(node.left, scope)) return []
  if (isDivision && !contains(node.left, (inner) => isDateTime(inner, scope))) return []
  if (!contains(node.right, (inner) => isDay(inner, scope.checker))) return []
  return sighting(
    'date-timezone',
    node,
    `${quote(node)} assumes that every day has 24 hours: it is an hour off when the clocks change.`,
    node.left,
  )
}

const isDateTime = (node: ts.Node, { checker }: Scope): boolean => {
  const inner = bare(node)
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
  const inner = bare(node)
  if (ts.isNumericLiteral(inner)) return Number(inner.text)
  if (!ts.isBinaryExpression(inner) || inner.operatorToken.kind !== ts.SyntaxKind.AsteriskToken) return Number.NaN
  return productOf(inner.left) * productOf(inner.right)
}

/** The day in UTC is not always the day here. */
export const isoDay: Rule = (node, { checker }) => {
  if (!ts.isCallExpression(node) || !/^(slice|substring|split)$/.test(calledName(node) ?? '')) return []
  const iso = receiverOf(node)
  if (!iso || calledName(iso) !== 'toISOString' || !ts.isCallExpression(iso)) return []
  const date = receiverOf(iso)
  const made = date && (initializerOf(date, checker) ?? bare(date))
  if (!made || !ts.isNewExpression(made) || (made.arguments?.length ?? 0) === 1) return []
  return sighting(
    'date-timezone',
    node,
    `${quote(node)} is the day in UTC, not the day where ${textOf(made)} was made.`,
    iso,
  )
}
