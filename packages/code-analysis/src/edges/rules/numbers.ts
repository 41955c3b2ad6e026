import ts from 'typescript'
import { type EdgeRule, type RuleScope, type Sighting, sighting } from '../edge.ts'
import {
  bareExpression,
  calledName,
  contains,
  expressionText,
  identifiersIn,
  initializerOf,
  namesInExpression,
  numberIn,
  quotedNode,
  receiverOf,
} from '../expressions.ts'
import { isFilled, isGuarded, isInsideWalk, looksAt } from '../guards.ts'
import { isAny, isBoolean, isNamed, isNumber, isString, itemType, mayBeMissing, typeOf } from '../shapes.ts'
import { isParameterName } from '../units.ts'

const DIVISIONS = new Set([
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.SlashEqualsToken,
  ts.SyntaxKind.PercentEqualsToken,
])

/** A divisor that may be zero and is not checked. */
export const division: EdgeRule = (node, scope) => {
  if (!ts.isBinaryExpression(node) || !DIVISIONS.has(node.operatorToken.kind)) return []
  const divisor = bareExpression(node.right)
  if (!mayBeZero(divisor, scope) || isDivisorGuarded(node, divisor, scope)) return []
  return sighting(
    'division-by-zero',
    node,
    `${quotedNode(divisor)} may be 0: the result is then NaN or Infinity.`,
    divisor,
  )
}

function mayBeZero(divisor: ts.Node, { checker }: RuleScope): boolean {
  const type = typeOf(divisor, checker)
  if (type.isNumberLiteral()) return type.value === 0
  if (!isNumber(type, checker) && !isAny(type)) return false
  if (ts.isBinaryExpression(divisor)) return divisor.operatorToken.kind === ts.SyntaxKind.MinusToken
  if (!ts.isIdentifier(divisor) && !ts.isPropertyAccessExpression(divisor) && !ts.isElementAccessExpression(divisor))
    return false
  if (/^[A-Z][A-Z0-9_]*$/.test(divisor.getText().split('.').at(-1) ?? '')) return false
  if (ts.isPropertyAccessExpression(divisor) && isFilled(divisor.expression, checker)) return false
  const made = initializerOf(divisor, checker)
  return !made || !isSurelyNotZero(made)
}

/** `a || 1`, `Math.max(1, n)`, `2 * 3`, `n + 1`. */
function isSurelyNotZero(made: ts.Node): boolean {
  const inner = bareExpression(made)
  if ((numberIn(inner) ?? 0) !== 0) return true
  if (ts.isBinaryExpression(inner)) {
    if (
      inner.operatorToken.kind === ts.SyntaxKind.AsteriskToken ||
      inner.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken
    )
      return isSurelyNotZero(inner.left) && isSurelyNotZero(inner.right)
    return numberIn(inner.right) !== undefined && numberIn(inner.right) !== 0
  }
  return (
    ts.isCallExpression(inner) && calledName(inner) === 'max' && inner.arguments.some((one) => (numberIn(one) ?? 0) > 0)
  )
}

function isDivisorGuarded(node: ts.Node, divisor: ts.Node, { checker }: RuleScope): boolean {
  const made = initializerOf(divisor, checker)
  const texts = [expressionText(divisor), ...(made ? [expressionText(made)] : [])]
  const parts = ts.isBinaryExpression(divisor) ? [expressionText(divisor.left), expressionText(divisor.right)] : []
  const list = /^(.*)\.(length|size)$/.exec(made ? expressionText(made) : expressionText(divisor))?.[1]
  return (
    isGuarded(node, looksAt(texts, checker)) ||
    (parts.length > 0 && isGuarded(node, (condition) => parts.every((part) => looksAt([part], checker)(condition)))) ||
    (list !== undefined && isInsideWalk(node, list))
  )
}

/** Text parsed as a number without a check for NaN. */
export const numberParsing: EdgeRule = (node, scope) => {
  const source = numberSource(node, scope.checker)
  if (!source || isNumberChecked(node, scope) || isGuarded(node, looksAt([expressionText(source)], scope.checker)))
    return []
  const message = `${quotedNode(node)} is NaN if the text is not a number${isNumberCall(node) ? ', and 0 if it is blank' : ''}.`
  return sighting('not-a-number', node, message, source)
}

const isNumberCall = (node: ts.Node): boolean => ts.isCallExpression(node) && node.expression.getText() === 'Number'

function numberSource(node: ts.Node, checker: ts.TypeChecker): ts.Node | undefined {
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken)
    return isString(typeOf(node.operand, checker), checker) ? node.operand : undefined
  return ts.isCallExpression(node) ? readText(node, checker) : undefined
}

function readText(call: ts.CallExpression, checker: ts.TypeChecker): ts.Node | undefined {
  const [argument] = call.arguments
  if (!argument) return undefined
  if (calledName(call) === 'map' && READERS.test(argument.getText()))
    return isListOfTexts(call, checker) ? receiverOf(call) : undefined
  if (!READERS.test(call.expression.getText())) return undefined
  const type = typeOf(argument, checker)
  if (!isString(type, checker) && !isAny(type)) return undefined
  return isOfMatch(argument, checker) || isOfReplace(argument, checker) ? undefined : argument
}

const READERS = /^(Number|(Number\.)?parse(Int|Float))$/

function isListOfTexts(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  if (!ts.isPropertyAccessExpression(call.expression)) return false
  const item = itemType(typeOf(call.expression.expression, checker), checker)
  const isFiltered = contains(call.expression, (inner) => calledName(inner) === 'filter')
  return item !== undefined && !isFiltered && (isString(item, checker) || isAny(item))
}

/** A regular expression's match is assumed to be well-formed. */
function isOfMatch(argument: ts.Node, checker: ts.TypeChecker): boolean {
  const inner = bareExpression(argument)
  if (ts.isElementAccessExpression(inner)) return isMatch(inner.expression, checker)
  const declaration = ts.isIdentifier(inner) ? checker.getSymbolAtLocation(inner)?.valueDeclaration : undefined
  if (!declaration || !ts.isBindingElement(declaration)) return false
  const holder = declaration.parent.parent
  const made = ts.isVariableDeclaration(holder) ? holder.initializer : undefined
  return isMatch(made ?? declaration.parent, checker) || isMatch(declaration.parent, checker)
}

const isMatch = (node: ts.Node, checker: ts.TypeChecker): boolean =>
  isNamed(checker.getNonNullableType(typeOf(bareExpression(node), checker)), ['RegExpMatchArray', 'RegExpExecArray'])

/** `text.replace(/\d+/, (digits) => …)` */
function isOfReplace(argument: ts.Node, checker: ts.TypeChecker): boolean {
  const inner = bareExpression(argument)
  const made = initializerOf(inner, checker) ?? inner
  return identifiersIn(made).some((name) => {
    const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration
    return (
      declaration !== undefined &&
      ts.isParameter(declaration) &&
      /^replace(All)?$/.test(calledName(declaration.parent.parent) ?? '')
    )
  })
}

const CHECKS = /^(isNaN|isFinite|isInteger|isSafeInteger)$/

function isNumberChecked(node: ts.Node, scope: RuleScope): boolean {
  let outer = node.parent
  while (ts.isParenthesizedExpression(outer)) outer = outer.parent
  if (ts.isCallExpression(outer) && CHECKS.test(calledName(outer) ?? '')) return true
  if (ts.isBinaryExpression(outer) && (/^\|\|?$/.test(outer.operatorToken.getText()) || isComparison(outer)))
    return true
  if (ts.isPropertyAccessExpression(outer) && /^(filter|every|some|find)$/.test(outer.name.text)) return true
  const name = ts.isVariableDeclaration(outer) ? outer.name.getText() : undefined
  return contains(scope.unit.node, (inner) => {
    if (ts.isCallExpression(inner) && CHECKS.test(calledName(inner) ?? ''))
      return (
        name === undefined ||
        inner.arguments.some((argument) => namesInExpression(argument).includes(name)) ||
        name.startsWith('[')
      )
    if (/^(Number\.)?is(NaN|Finite|Integer|SafeInteger)$/.test(inner.getText()) && ts.isCallExpression(inner.parent))
      return true
    return name !== undefined && isConditionOn(inner, name)
  })
}

/** Whether a condition compares or tests the name. */
const isConditionOn = (node: ts.Node, name: string): boolean =>
  (ts.isIfStatement(node) && namesInExpression(node.expression).includes(name)) ||
  (ts.isConditionalExpression(node) && namesInExpression(node.condition).includes(name)) ||
  (ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.BarBarToken &&
    expressionText(node.left) === name)

const isComparison = (node: ts.BinaryExpression): boolean =>
  node.operatorToken.kind >= ts.SyntaxKind.LessThanToken &&
  node.operatorToken.kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken

/** Functions and methods that throw or return NaN for negative numbers. */
export const negative: EdgeRule = (node, scope) => {
  const argument = negativeArgument(node)
  if (!argument || numberIn(argument) !== undefined || !isOpen(argument, scope)) return []
  const isMath = ts.isCallExpression(node) && node.expression.getText().startsWith('Math.')
  const message = isMath
    ? `${quotedNode(node)} is NaN for a negative number.`
    : `${quotedNode(node)} throws for a negative number.`
  return sighting('negative-number', node, message, argument)
}

function negativeArgument(node: ts.Node): ts.Expression | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Array' && node.arguments?.length === 1)
    return node.arguments[0]
  if (!ts.isCallExpression(node)) return undefined
  if (/^Math\.(sqrt|log|log2|log10)$/.test(node.expression.getText())) return node.arguments[0]
  return /^repeat$/.test(calledName(node) ?? '') && node.arguments.length === 1 ? node.arguments[0] : undefined
}

/** A parameter or a difference, which may be negative as far as the code shows. */
function isOpen(argument: ts.Expression, scope: RuleScope): boolean {
  const inner = bareExpression(argument)
  const made = initializerOf(inner, scope.checker)
  const isDifference = (node: ts.Node): boolean =>
    ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.MinusToken
  const isParameter = ts.isIdentifier(inner) && isParameterName(inner, scope.checker)
  if (!isParameter && !isDifference(inner) && !(made && isDifference(bareExpression(made)))) return false
  return !isGuarded(
    argument,
    looksAt(namesInExpression(inner).concat(made ? namesInExpression(made) : []), scope.checker),
  )
}

/** Zero or false, treated like a missing value. */
export const falsyZero: EdgeRule = (node, { checker }) => {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.BarBarToken)
    return falsyDefault(node, checker)
  const isBoolFilter =
    ts.isCallExpression(node) && calledName(node) === 'filter' && node.arguments[0]?.getText() === 'Boolean'
  if (!isBoolFilter || !ts.isPropertyAccessExpression(node.expression)) return []
  const item = itemType(typeOf(node.expression.expression, checker), checker)
  if (!item || !isNumber(item, checker)) return []
  return sighting('falsy-zero', node, `${quotedNode(node)} also drops every 0.`, node.expression.expression)
}

function falsyDefault(node: ts.BinaryExpression, checker: ts.TypeChecker): readonly Sighting[] {
  const type = typeOf(node.left, checker)
  if (!mayBeMissing(type)) return []
  if (isNumber(type, checker) && numberIn(node.right) !== 0 && !isBoolean(typeOf(node.right, checker), checker))
    return sighting('falsy-zero', node, `${quotedNode(node)} takes 0 for missing.`, node.left)
  if (isBoolean(type, checker) && bareExpression(node.right).kind === ts.SyntaxKind.TrueKeyword)
    return sighting('falsy-zero', node, `${quotedNode(node)} is true even if false was given.`, node.left)
  return []
}

/** Equality of numbers that were computed with fractions. */
export const floats: EdgeRule = (node, { checker }) => {
  if (!ts.isBinaryExpression(node) || !/^[!=]==?$/.test(node.operatorToken.getText())) return []
  const isFraction = (side: ts.Node): boolean => {
    const inner = bareExpression(side)
    if (!ts.isBinaryExpression(inner) || !isNumber(typeOf(inner, checker), checker)) return false
    const isDivided = inner.operatorToken.kind === ts.SyntaxKind.SlashToken
    return isDivided || contains(inner, (deeper) => ts.isNumericLiteral(deeper) && deeper.text.includes('.'))
  }
  if (![node.left, node.right].some(isFraction)) return []
  return sighting(
    'float-comparison',
    node,
    `${quotedNode(node)} compares fractions, which are rounded: it may be false when it should be true.`,
    node.left,
  )
}
