import ts from 'typescript'
import { found, placeOf } from './sources.mjs'

/** Options that every list of a run's options has. */
const OPTIONS = ['mode', 'team', 'agents', 'model', 'reasoning', 'limits', 'allow', 'yes', 'readOnly', 'answers']
/** A type with fewer of them is about something else, such as a team's own model. */
const ENOUGH = 4
const MODES = ['agent', 'broadcast', 'sequential', 'delegate', 'panel', 'orchestrate', 'reflect', 'plan']

/** Types and schemas that name several options of a run, or places that copy several of them by name. */
export const spelledShapes = (file, kind) =>
  found(file, (node) => {
    const isType = ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node) || isSchema(node)
    const isCopy = ts.isObjectBindingPattern(node) || (ts.isObjectLiteralExpression(node) && !isSchema(node))
    if (kind === 'types' ? !isType : !isCopy) return undefined
    return keysOf(node).filter((key) => OPTIONS.includes(key)).length >= ENOUGH ? placeOf(file, node) : undefined
  })

/** An object of zod schemas. */
const isSchema = (node) =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.some((each) => ts.isPropertyAssignment(each) && /^z\s*\./u.test(each.initializer.getText()))

function keysOf(node) {
  const parts = node.members ?? node.properties ?? node.elements
  return parts.flatMap((part) => {
    if (ts.isSpreadAssignment(part)) return spreadKeys(part.expression)
    const name = part.propertyName ?? part.name
    return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? [name.text] : []
  })
}

/** The keys of `...(given && { key })`. */
function spreadKeys(node) {
  if (ts.isParenthesizedExpression(node)) return spreadKeys(node.expression)
  if (ts.isBinaryExpression(node)) return spreadKeys(node.right)
  return ts.isObjectLiteralExpression(node) ? keysOf(node) : []
}

/** Comparisons of a mode with one mode's name. */
export const comparedModes = (file) =>
  found(file, (node) => {
    if (ts.isCaseClause(node))
      return isMode(node.expression, node.parent.parent.expression) ? placeOf(file, node) : undefined
    if (!ts.isBinaryExpression(node) || !/^[!=]==$/u.test(node.operatorToken.getText())) return undefined
    const { left, right } = node
    return isMode(left, right) || isMode(right, left) ? placeOf(file, node) : undefined
  })

const isMode = (literal, other) =>
  ts.isStringLiteral(literal) && MODES.includes(literal.text) && /mode/iu.test(other.getText())

/** Reads of a mode's own data. */
export const dataUses = (file) =>
  found(file, (node) =>
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'data' &&
    /(^|\.|\?)run\??$/u.test(node.expression.getText())
      ? placeOf(file, node)
      : undefined,
  )

export const doubleCasts = (file) =>
  found(file, (node) =>
    ts.isAsExpression(node) && ts.isAsExpression(node.expression) ? placeOf(file, node) : undefined,
  )
