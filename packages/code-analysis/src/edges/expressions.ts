import ts from 'typescript'

/** Strips parentheses, assertions and casts. */
export function bareExpression(node: ts.Node): ts.Node {
  let inner = node
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isAwaitExpression(inner)
  )
    inner = inner.expression
  return inner
}

/** The text of an expression for comparison: no blanks, no `!`, no `?.`. */
export const expressionText = (node: ts.Node): string =>
  bareExpression(node)
    .getText()
    .replace(/\s+/g, '')
    .replace(/\?\./g, '.')
    .replace(/!(?=[.[)\]]|$)/g, '')

/** The start of a chain of properties, calls and indexes. */
export function rootOf(node: ts.Node): ts.Node {
  let root = bareExpression(node)
  while (ts.isPropertyAccessExpression(root) || ts.isElementAccessExpression(root) || ts.isCallExpression(root))
    root = bareExpression(root.expression)
  return root
}

/** The name of the called method or function. */
export function calledName(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const { expression } = node
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text
  return ts.isIdentifier(expression) ? expression.text : undefined
}

/** The object a method is called on. */
export function receiverOf(call: ts.CallExpression): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined
}

/** The initializer, if the name is a `const`. */
export function initializerOf(node: ts.Node, checker: ts.TypeChecker): ts.Expression | undefined {
  const inner = bareExpression(node)
  if (!ts.isIdentifier(inner)) return undefined
  const declaration = checker.getSymbolAtLocation(inner)?.valueDeclaration
  return declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
}

/** Whether any node of the tree fits. */
export function contains(node: ts.Node, fits: (inner: ts.Node) => boolean): boolean {
  return fits(node) || (ts.forEachChild(node, (child) => contains(child, fits) || undefined) ?? false)
}

/** The names in an expression, without property names. */
export const namesInExpression = (node: ts.Node): readonly string[] => identifiersIn(node).map(({ text }) => text)

export function identifiersIn(node: ts.Node): readonly ts.Identifier[] {
  const found: ts.Identifier[] = []
  const visit = (inner: ts.Node): void => {
    if (ts.isIdentifier(inner) && !(ts.isPropertyAccessExpression(inner.parent) && inner.parent.name === inner))
      found.push(inner)
    ts.forEachChild(inner, visit)
  }
  visit(node)
  return found
}

/** The first ancestor that fits, below a limit. */
export function ancestor<Kind extends ts.Node>(
  node: ts.Node,
  fits: (outer: ts.Node) => outer is Kind,
  limit?: ts.Node,
): Kind | undefined {
  for (let outer = node.parent; outer && outer !== limit; outer = outer.parent) if (fits(outer)) return outer
  return undefined
}

export const isLoop = (node: ts.Node): node is ts.IterationStatement => ts.isIterationStatement(node, false)

/** A number literal with its sign. */
export function numberIn(node: ts.Node | undefined): number | undefined {
  if (!node) return undefined
  const inner = bareExpression(node)
  if (ts.isNumericLiteral(inner)) return Number(inner.text)
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.MinusToken) {
    const positive = numberIn(inner.operand)
    return positive === undefined ? undefined : -positive
  }
  return undefined
}

/** A short quotation for a sentence. */
export function quotedNode(node: ts.Node): string {
  const text = node.getText().replace(/\s+/g, ' ')
  return `\`${text.length > 50 ? `${text.slice(0, 49)}…` : text}\``
}
