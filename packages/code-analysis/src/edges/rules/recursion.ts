import ts from 'typescript'
import type { EdgeRule, RuleScope } from '../edge.ts'
import { bareExpression, calledName, contains, expressionText, numberIn, quotedNode } from '../expressions.ts'
import { isGuarded } from '../guards.ts'
import { isAny, isNumber, typeOf } from '../shapes.ts'
import { parametersOf } from '../units.ts'

/** A function that calls itself and may never end. */
export const recursion: EdgeRule = (node, scope) => {
  if (!isSelf(node, scope)) return []
  const why = endless(node, scope)
  return why ? [{ kind: 'unbounded-recursion', at: node, message: why.message, subject: why.subject }] : []
}

/** The function calls itself, or passes itself as a callback. */
function isSelf(node: ts.Node, { unit }: RuleScope): boolean {
  if (ts.isSourceFile(unit.node)) return false
  const name = unit.name.split('.').at(-1)
  if (ts.isCallExpression(node)) {
    const { expression } = node
    if (ts.isIdentifier(expression)) return expression.text === name && !unit.name.includes('.')
    return unit.name.includes('.') && expressionText(expression) === `this.${name}`
  }
  return (
    ts.isIdentifier(node) &&
    node.text === name &&
    ts.isCallExpression(node.parent) &&
    node.parent.arguments.includes(node)
  )
}

type Why = { readonly message: string; readonly subject: ts.Node }

function endless(node: ts.Node, scope: RuleScope): Why | undefined {
  const [first] = parametersOf(scope.unit)
  if (!first) return undefined
  const name = first.name.getText()
  const missesZero = ts.isCallExpression(node) && countsPast(node, name, scope)
  if (missesZero)
    return {
      message: `${quotedNode(node)} never ends where ${`\`${name}\``} is negative or a fraction.`,
      subject: first.name,
    }
  if (isAnyGraph(first, scope) && !remembers(scope))
    return { message: `${quotedNode(node)} never ends where ${`\`${name}\``} contains itself.`, subject: first.name }
  if (ts.isCallExpression(node) && !isGuarded(node, () => true) && !isInCallback(node, scope))
    return { message: `${quotedNode(node)} is called on every path: the recursion has no end.`, subject: first.name }
  return undefined
}

/** Counts down by a step and stops only at one exact number. */
function countsPast(call: ts.CallExpression, name: string, { unit, checker }: RuleScope): boolean {
  const [first] = call.arguments
  const argument = first && bareExpression(first)
  if (!argument || !ts.isBinaryExpression(argument) || expressionText(argument.left) !== name) return false
  if (!/^[-+]$/.test(argument.operatorToken.getText()) || numberIn(argument.right) === undefined) return false
  if (!isNumber(typeOf(argument.left, checker), checker) && !isAny(typeOf(argument.left, checker))) return false
  const compares = (pattern: RegExp): boolean =>
    contains(
      unit.node,
      (inner) =>
        ts.isBinaryExpression(inner) &&
        pattern.test(inner.operatorToken.getText()) &&
        [inner.left, inner.right].some((side) => expressionText(side) === name),
    )
  return (
    compares(/^===?$/) &&
    !compares(/^[<>]=?$/) &&
    !contains(unit.node, (inner) => /^is(Integer|SafeInteger|Finite)$/.test(calledName(inner) ?? ''))
  )
}

/** The parameter can be anything, so it may contain itself. */
function isAnyGraph(parameter: ts.ParameterDeclaration, { checker }: RuleScope): boolean {
  const type = typeOf(parameter.name, checker)
  const written = parameter.type?.getText() ?? ''
  return (parameter.type !== undefined && isAny(type)) || /^(object|\{\}|Record<string, ?(unknown|any)>)$/.test(written)
}

const remembers = ({ unit }: RuleScope): boolean =>
  parametersOf(unit).some(({ name }) => /seen|visited|depth|level|stack|path|cache|memo/i.test(name.getText())) ||
  contains(unit.node, (inner) => /^(Weak)?(Set|Map)$/.test(ts.isNewExpression(inner) ? inner.expression.getText() : ''))

const isInCallback = (node: ts.Node, { unit }: RuleScope): boolean => {
  for (let outer = node.parent; outer && outer !== unit.node; outer = outer.parent)
    if (ts.isFunctionLike(outer) || ts.isIterationStatement(outer, false)) return true
  return false
}
