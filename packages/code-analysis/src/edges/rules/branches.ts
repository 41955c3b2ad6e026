import ts from 'typescript'
import { type EdgeRule, type RuleScope, type Sighting, sighting } from '../edge.ts'
import { contains, expressionText, quotedNode } from '../expressions.ts'
import { leaves } from '../guards.ts'
import { literalsOf, typeOf } from '../shapes.ts'

/** A switch that does not handle some values. */
export const switches: EdgeRule = (node, { checker }) => {
  if (!ts.isSwitchStatement(node) || node.caseBlock.clauses.some(ts.isDefaultClause) || hasElse(node)) return []
  if (node.expression.kind === ts.SyntaxKind.TrueKeyword) return []
  const clauses = node.caseBlock.clauses.filter(ts.isCaseClause)
  const missing = missingOf(
    node.expression,
    clauses.map(({ expression }) => expression),
    checker,
  )
  if (missing?.length === 0) return []
  if (missing) return [unhandled(node, node.expression, missing)]
  return sighting(
    'switch-without-default',
    node,
    `Other values of ${quotedNode(node.expression)} fall through silently.`,
    node.expression,
  )
}

const unhandled = (at: ts.Node, subject: ts.Node, missing: readonly string[]): Sighting => ({
  kind: 'non-exhaustive-union',
  at,
  message: `${quotedNode(subject)} may also be ${missing.slice(0, 4).join(', ')}: that case is not handled.`,
  subject,
  ...(missing[0] !== undefined && { value: missing[0] }),
})

/** Every case returns or throws, so the code after it handles the rest. */
function hasElse(node: ts.SwitchStatement): boolean {
  const filled = node.caseBlock.clauses.filter(({ statements }) => statements.length > 0)
  return (
    filled.every((clause) => clause.statements.some((one) => leaves(one) && !ts.isBreakStatement(one))) &&
    isFollowed(node)
  )
}

function isFollowed(statement: ts.Statement): boolean {
  const { parent } = statement
  return (ts.isBlock(parent) || ts.isSourceFile(parent)) && parent.statements.at(-1) !== statement
}

/** The union literals that are missing here. Undefined if the value's type is not a union of literals. */
function missingOf(
  value: ts.Expression,
  cases: readonly ts.Expression[],
  checker: ts.TypeChecker,
): readonly string[] | undefined {
  const literals = literalsOf(typeOf(value, checker))
  if (!literals) return undefined
  const handled = new Set(cases.map((one) => checker.typeToString(checker.getTypeAtLocation(one))))
  return literals.map((literal) => checker.typeToString(literal)).filter((name) => !handled.has(name))
}

/** A chain of comparisons with a union's literals that ends without an `else`. */
export const chains: EdgeRule = (node, { checker }) => {
  if (!ts.isIfStatement(node) || (ts.isIfStatement(node.parent) && node.parent.elseStatement === node)) return []
  const links = linksOf(node)
  const [first] = links
  if (
    !first ||
    links.length < 2 ||
    links.some((link) => !link || expressionText(link.left) !== expressionText(first.left))
  )
    return []
  if (isFollowed(node) && chainOf(node).every((one) => leaves(one.thenStatement))) return []
  const missing = missingOf(
    first.left,
    links.flatMap((link) => (link ? [link.right] : [])),
    checker,
  )
  return missing && missing.length > 0 ? [unhandled(node, first.left, missing)] : []
}

function chainOf(node: ts.IfStatement): readonly ts.IfStatement[] {
  const rest = node.elseStatement
  return rest && ts.isIfStatement(rest) ? [node, ...chainOf(rest)] : [node]
}

/** The comparisons in a chain. Empty if it ends with an `else`. */
function linksOf(node: ts.IfStatement): readonly (ts.BinaryExpression | undefined)[] {
  const chain = chainOf(node)
  if (chain.at(-1)?.elseStatement) return []
  return chain.map(({ expression }) =>
    ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken
      ? expression
      : undefined,
  )
}

const PATHS = {
  'missing-return': 'A path through the function ends without a result.',
  'switch-fallthrough': 'This case runs into the next one.',
  'not-a-number': 'Nothing is equal to NaN: ask with Number.isNaN.',
} as const

/** What the compiler knows about paths. An incomplete switch has its own rule. */
export const paths: EdgeRule = (node, scope) => {
  const kind = scope.view.paths.get(node)
  if (!kind || (kind === 'missing-return' && isToldBySwitch(node, scope))) return []
  return [{ kind, at: node, message: PATHS[kind] }]
}

const isToldBySwitch = (node: ts.Node, scope: RuleScope): boolean =>
  contains(scope.unit.node, (inner) => switches(inner, scope).length > 0 || chains(inner, scope).length > 0) &&
  node !== undefined
