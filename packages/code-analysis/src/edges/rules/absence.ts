import ts from 'typescript'
import type { EdgeKind, EdgeRule, RuleScope, Sighting } from '../edge.ts'
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
import { isAny, isArray, isNamed, isString, mayBeMissing, typeOf } from '../shapes.ts'

/** A value used although it may be missing, according to the compiler, or hidden from it by `!` or `as`. */
export const absence: EdgeRule = (node, scope) => {
  if (scope.view.missing.has(node)) return sightings(node, node, scope)
  if (ts.isNonNullExpression(node) && mayBeMissing(typeOf(node.expression, scope.checker)))
    return sightings(node.expression, node, scope)
  if (ts.isAsExpression(node) && castsAway(node, scope.checker)) return sightings(node.expression, node, scope)
  if (ts.isElementAccessExpression(node) && isUntypedEnd(node, scope.checker)) return sightings(node, node, scope)
  return []
}

/** A cast that only removes null or undefined. Other casts state facts the compiler cannot know and are trusted. */
function castsAway(node: ts.AsExpression, checker: ts.TypeChecker): boolean {
  const before = typeOf(node.expression, checker)
  const after = typeOf(node, checker)
  if (!mayBeMissing(before) || mayBeMissing(after) || isAny(after)) return false
  return checker.typeToString(checker.getNonNullableType(before)) === checker.typeToString(after)
}

/** Without types little is known, but an empty list never has a first or last item. */
const isUntypedEnd = (node: ts.ElementAccessExpression, checker: ts.TypeChecker): boolean =>
  isAny(typeOf(node.expression, checker)) &&
  (numberIn(node.argumentExpression) === 0 ||
    expressionText(node.argumentExpression) === `${expressionText(node.expression)}.length-1`) &&
  (ts.isPropertyAccessExpression(node.parent) || ts.isElementAccessExpression(node.parent)) &&
  node.parent.expression === node

type Origin = { readonly kind: EdgeKind; readonly why: string; readonly guarded: boolean; readonly subject: ts.Node }

function sightings(value: ts.Node, at: ts.Node, scope: RuleScope): readonly Sighting[] {
  const origin = originOf(bareExpression(value), at, scope)
  if (!origin || origin.guarded) return []
  return [{ kind: origin.kind, at, message: `${quotedNode(value)} ${origin.why}`, subject: origin.subject }]
}

function originOf(value: ts.Node, at: ts.Node, scope: RuleScope): Origin | undefined {
  if (ts.isElementAccessExpression(value)) return originOfIndex(value, at, scope)
  if (ts.isCallExpression(value)) return originOfCall(value, at, scope)
  const made = initializerOf(value, scope.checker)
  if (made && mayBeMissing(typeOf(bareExpression(made), scope.checker))) {
    const inner = bareExpression(made)
    if (ts.isElementAccessExpression(inner) || ts.isCallExpression(inner)) return originOf(inner, at, scope)
  }
  return originOfPattern(value, scope) ?? plainOrigin(value, at, scope)
}

/** `const [user, domain] = text.split('@')`: the second part may be missing. */
function originOfPattern(value: ts.Node, { checker }: RuleScope): Origin | undefined {
  const declaration = ts.isIdentifier(value) ? checker.getSymbolAtLocation(value)?.valueDeclaration : undefined
  if (!declaration || !ts.isBindingElement(declaration) || !ts.isArrayBindingPattern(declaration.parent))
    return undefined
  const place = declaration.parent.elements.indexOf(declaration)
  const list = ts.isVariableDeclaration(declaration.parent.parent) ? declaration.parent.parent.initializer : undefined
  if (!list) return undefined
  const isSure = isNamed(typeOf(list, checker), MATCHES) || (place === 0 && calledName(list) === 'split')
  const guarded = isSure || isListGuarded(value, list, checker)
  return { kind: 'index-out-of-range', why: 'is missing if the list is shorter', guarded, subject: list }
}

function plainOrigin(value: ts.Node, at: ts.Node, { checker }: RuleScope): Origin | undefined {
  const type = typeOf(value, checker)
  if (!mayBeMissing(type) || /\.groups\b/.test(expressionText(value))) return undefined
  const guarded = isGuarded(at, looksAt([expressionText(value)], checker)) && ts.isNonNullExpression(at)
  return { kind: 'null-not-handled', why: 'may be missing, and is used as if it were there.', guarded, subject: value }
}

const NO_KEY = 'is undefined if the key is missing.'
const MATCHES = ['RegExpMatchArray', 'RegExpExecArray', 'IArguments']

function originOfIndex(access: ts.ElementAccessExpression, at: ts.Node, scope: RuleScope): Origin | undefined {
  const { checker } = scope
  const list = access.expression
  const type = typeOf(list, checker)
  if (isNamed(type, MATCHES)) return undefined
  if (!isArray(type, checker) && !isString(type, checker) && !isAny(type)) return originOfKey(access, at, scope)
  const index = access.argumentExpression
  const isEnd =
    numberIn(index) === 0 || contains(index, (inner) => expressionText(inner) === `${expressionText(list)}.length`)
  const isSure = isEnd && isFilled(list, checker)
  const isText = isString(type, checker) && isGuarded(at, looksAt([expressionText(list)], checker))
  const guarded = isText || isSure || (overshootOf(access) !== true && isWithin(access, at, scope))
  if (!isEnd)
    return { kind: 'index-out-of-range', why: 'is undefined if the list is shorter.', guarded, subject: index }
  return isString(type, checker)
    ? { kind: 'empty-string', why: 'is undefined if the text is empty.', guarded, subject: list }
    : { kind: 'empty-array', why: 'is undefined if the list is empty.', guarded, subject: list }
}

const isWithin = (access: ts.ElementAccessExpression, at: ts.Node, scope: RuleScope): boolean =>
  isListGuarded(at, access.expression, scope.checker) ||
  (numberIn(access.argumentExpression) === undefined && isIndexBound(access, scope))

/** The code checks the index, or a loop keeps it in range. */
function isIndexBound(access: ts.ElementAccessExpression, { checker }: RuleScope): boolean {
  const index = bareExpression(access.argumentExpression)
  const overshoot = overshootOf(access)
  if (overshoot !== undefined) return !overshoot
  const names = namesInExpression(initializerOf(index, checker) ?? index).concat(namesInExpression(index))
  const isCallbackIndex =
    ts.isIdentifier(index) && (isIndexOfWalk(index, access.expression, checker) || isOfEntries(index, checker))
  return (
    isCallbackIndex ||
    isGuarded(
      access,
      looksAt([...names, expressionText(access), `${expressionText(access.expression)}.length`], checker),
    )
  )
}

/** `list[at + 1]` in a loop to the end of the list overshoots it, `list[at - 1]` from 0 undershoots it. */
function overshootOf(access: ts.ElementAccessExpression): boolean | undefined {
  const index = bareExpression(access.argumentExpression)
  if (!ts.isBinaryExpression(index)) return undefined
  const by = numberIn(index.right)
  const loop = ancestor(access, ts.isForStatement)
  if (by === undefined || !loop?.condition || !ts.isBinaryExpression(loop.condition)) return undefined
  const { left, right } = loop.condition
  if (expressionText(left) !== expressionText(index.left) || isGuardedInside(access, loop, expressionText(left)))
    return undefined
  if (index.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return expressionText(right) === `${expressionText(access.expression)}.length`
  const start = ts.isVariableDeclarationList(loop.initializer ?? loop) ? startOf(loop) : undefined
  return index.operatorToken.kind === ts.SyntaxKind.MinusToken && start !== undefined ? start < by : undefined
}

const startOf = (loop: ts.ForStatement): number | undefined =>
  loop.initializer && ts.isVariableDeclarationList(loop.initializer)
    ? numberIn(loop.initializer.declarations[0]?.initializer)
    : undefined

const isGuardedInside = (node: ts.Node, loop: ts.ForStatement, name: string): boolean =>
  isGuarded(
    node,
    (condition) => condition !== loop.condition && contains(condition, (inner) => expressionText(inner) === name),
  )

/** `for (const [at, item] of list.entries())` */
function isOfEntries(index: ts.Identifier, checker: ts.TypeChecker): boolean {
  const declaration = checker.getSymbolAtLocation(index)?.valueDeclaration
  const loop = declaration && ts.isBindingElement(declaration) ? ancestor(declaration, ts.isForOfStatement) : undefined
  return loop !== undefined && calledName(bareExpression(loop.expression)) === 'entries'
}

/** `list.map((item, at) => list[at])` */
function isIndexOfWalk(index: ts.Identifier, list: ts.Node, checker: ts.TypeChecker): boolean {
  const declaration = checker.getSymbolAtLocation(index)?.valueDeclaration
  if (!declaration || !ts.isParameter(declaration)) return false
  const call = declaration.parent.parent
  if (!ts.isCallExpression(call) || declaration.parent.parameters[1] !== declaration) return false
  const receiver = receiverOf(call)
  return (
    receiver !== undefined &&
    (expressionText(receiver) === expressionText(list) || expressionText(rootOf(receiver)) === expressionText(list))
  )
}

function originOfKey(access: ts.ElementAccessExpression, at: ts.Node, { checker }: RuleScope): Origin {
  const guarded = isKeyGuarded(at, access.expression, access.argumentExpression, checker)
  return { kind: 'missing-key', why: NO_KEY, guarded, subject: access.argumentExpression }
}

/** A check of the entry, or of the key and the map together: `key in map`, `map.has(key)`. */
function isKeyGuarded(at: ts.Node, map: ts.Node, key: ts.Node | undefined, checker: ts.TypeChecker): boolean {
  const keyText = key ? expressionText(key) : ''
  const entry = `${expressionText(map)}[${keyText}]`
  return isGuarded(
    at,
    (condition) =>
      looksAt([entry], checker)(condition) ||
      (looksAt([expressionText(map)], checker)(condition) && looksAt([keyText], checker)(condition)),
  )
}

function originOfCall(call: ts.CallExpression, at: ts.Node, scope: RuleScope): Origin | undefined {
  const { checker } = scope
  const name = calledName(call) ?? ''
  const receiver = receiverOf(call)
  if (!receiver) return plainOrigin(call, at, scope)
  const subject = receiver
  const wanted = call.arguments[0] ?? receiver
  if (/^(find|findLast)$/.test(name)) {
    const guarded = isListGuarded(at, receiver, checker)
    return { kind: 'unchecked-find', why: 'is undefined if nothing matches.', guarded, subject }
  }
  if (/^(pop|shift|at)$/.test(name)) {
    const guarded = isFilled(receiver, checker) || isListGuarded(at, receiver, checker)
    return { kind: 'empty-array', why: 'is undefined if the list is empty.', guarded, subject }
  }
  if (/^(match|exec)$/.test(name)) {
    const guarded = isGuarded(at, looksAt([expressionText(receiver)], checker))
    return { kind: 'unchecked-find', why: 'is null if the text does not match.', guarded, subject: wanted }
  }
  if (name === 'get') {
    const guarded = isKeyGuarded(at, receiver, call.arguments[0], checker)
    return { kind: 'missing-key', why: NO_KEY, guarded, subject: wanted }
  }
  return plainOrigin(call, at, scope)
}
