import ts from 'typescript'
import { type EdgeRule, type RuleScope, sighting } from '../edge.ts'
import {
  ancestor,
  bareExpression,
  calledName,
  contains,
  expressionText,
  isLoop,
  quotedNode,
  receiverOf,
} from '../expressions.ts'
import { isGuarded, looksAt } from '../guards.ts'
import { isString, typeOf } from '../shapes.ts'
import { isParameterName } from '../units.ts'
import { backtracks } from './backtracking.ts'

/** Text split by UTF-16 units instead of characters. */
export const unicode: EdgeRule = (node, scope) => {
  const text = cutText(node, scope)
  if (!text) return []
  return sighting(
    'unicode',
    node,
    `${quotedNode(node)} cuts characters that are two units long, such as emoji, in half.`,
    text,
  )
}

function cutText(node: ts.Node, scope: RuleScope): ts.Node | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const text = receiverOf(node)
  if (!text || !isString(typeOf(text, scope.checker), scope.checker)) return undefined
  const [first, second] = node.arguments
  if (calledName(node) === 'split')
    return first && ts.isStringLiteralLike(first) && first.text === '' ? text : undefined
  if (!/^(slice|substring|substr)$/.test(calledName(node) ?? '') || first?.getText() !== '0' || !second)
    return undefined
  return isLimit(second, scope) ? text : undefined
}

/** A length passed in, not a computed index: `text.slice(0, limit)`. */
function isLimit(node: ts.Node, { checker }: RuleScope): boolean {
  const inner = bareExpression(node)
  const base = ts.isBinaryExpression(inner) ? bareExpression(inner.left) : inner
  return ts.isIdentifier(base) && LENGTH.test(base.text) && isParameterName(base, checker)
}

const LENGTH = /^(n|max|limit|length|len|size|width|count|max\w*|\w*(Length|Limit|Size|Width|Max|Count|Chars?))$/

/** A regular expression with `g` or `y` that outlives the call remembers where it stopped. */
export const statefulRegex: EdgeRule = (node, { checker, unit }) => {
  if (!ts.isCallExpression(node) || !/^(test|exec)$/.test(calledName(node) ?? '')) return []
  const regex = receiverOf(node)
  if (!regex || !ts.isIdentifier(regex) || isLoopCondition(node)) return []
  const declaration = checker.getSymbolAtLocation(regex)?.valueDeclaration
  if (!declaration || !ts.isVariableDeclaration(declaration) || isInside(declaration, unit.node)) return []
  const flags = /\/(\w*)$/.exec(declaration.initializer?.getText() ?? '')?.[1] ?? ''
  if (!/[gy]/.test(flags) || contains(unit.node, (inner) => expressionText(inner) === `${regex.text}.lastIndex`))
    return []
  return sighting(
    'regex-state',
    node,
    `${quotedNode(regex)} remembers its last match: the next call begins there and may miss.`,
    node.arguments[0] ?? regex,
  )
}

const isInside = (node: ts.Node, outer: ts.Node): boolean =>
  !ts.isSourceFile(outer) && node.pos >= outer.pos && node.end <= outer.end

const isLoopCondition = (node: ts.Node): boolean => {
  const loop = ancestor(node, isLoop)
  return (
    loop !== undefined &&
    ts.isWhileStatement(loop) &&
    node.pos >= loop.expression.pos &&
    node.end <= loop.expression.end
  )
}

/** A pattern with overlapping repetitions takes exponential time on text that almost matches. */
export const slowRegex: EdgeRule = (node) => {
  if (!ts.isRegularExpressionLiteral(node) || !backtracks(node.text)) return []
  return sighting(
    'regex-backtracking',
    node,
    `${quotedNode(node)} repeats a repetition: a long text that almost fits takes exponential time.`,
  )
}

/** Input text used as a pattern. */
export const regexFromInput: EdgeRule = (node, { checker }) => {
  if (!(ts.isNewExpression(node) || ts.isCallExpression(node)) || node.expression.getText() !== 'RegExp') return []
  const [pattern] = node.arguments ?? []
  if (!pattern || ts.isStringLiteralLike(pattern)) return []
  const raw = rawParameter(pattern, checker)
  if (!raw || isGuarded(node, looksAt([raw.text], checker))) return []
  return sighting(
    'regex-from-input',
    node,
    `${quotedNode(raw)} is read as a pattern: "(" throws, and "." fits everything.`,
    raw,
  )
}

/** A parameter used unescaped in the pattern. */
function rawParameter(pattern: ts.Expression, checker: ts.TypeChecker): ts.Identifier | undefined {
  const parts = ts.isTemplateExpression(pattern)
    ? pattern.templateSpans.map(({ expression }) => expression)
    : ts.isBinaryExpression(pattern)
      ? [pattern.left, pattern.right]
      : [pattern]
  return parts
    .map(bareExpression)
    .find(
      (part): part is ts.Identifier =>
        ts.isIdentifier(part) && isParameterName(part, checker) && isString(typeOf(part, checker), checker),
    )
}
