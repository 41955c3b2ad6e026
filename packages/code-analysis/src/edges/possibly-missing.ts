import ts from 'typescript'
import { bareExpression } from './expressions.ts'

/** "… is possibly null or undefined", as the compiler says it. */
const POSSIBLY_MISSING = new Set([2531, 2532, 2533, 2721, 2722, 2723, 18047, 18048, 18049])
/** "… is not assignable". Counts only if the reason is null or undefined. */
const NOT_ASSIGNABLE = new Set([2322, 2345, 2769, 2488, 2538])
/** A path without a result, a case that falls through, a comparison that NaN makes false. */
const PATHS = new Map([
  [2366, 'missing-return'],
  [7030, 'missing-return'],
  [7029, 'switch-fallthrough'],
  [2845, 'not-a-number'],
] as const)

export type CompilerView = {
  /** Expressions that may be missing where they are used. */
  readonly missing: ReadonlySet<ts.Node>
  readonly paths: ReadonlyMap<ts.Node, 'missing-return' | 'switch-fallthrough' | 'not-a-number'>
}

/** What a strict compiler finds, even if the project's own options hide it. */
export function compilerView(program: ts.Program, file: ts.SourceFile): CompilerView {
  const missing = new Set<ts.Node>()
  const paths = new Map<ts.Node, 'missing-return' | 'switch-fallthrough' | 'not-a-number'>()
  for (const diagnostic of program.getSemanticDiagnostics(file)) {
    const node = nodeAt(file, diagnostic)
    const path = PATHS.get(diagnostic.code as 2366)
    if (path) paths.set(node, path)
    else if (POSSIBLY_MISSING.has(diagnostic.code)) missing.add(bareExpression(node))
    else if (NOT_ASSIGNABLE.has(diagnostic.code) && isAboutMissing(diagnostic))
      missing.add(bareExpression(meantBy(node)))
  }
  return { missing, paths }
}

const isAboutMissing = ({ messageText }: ts.Diagnostic): boolean =>
  /'(undefined|null)' (is not assignable|cannot be used)|\b(undefined|null)' is not|must have a '\[Symbol.iterator\]/.test(
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  )

/** The largest node with the diagnostic's range. For a statement, only its first word is marked. */
function nodeAt(file: ts.SourceFile, { start = 0, length = 0 }: ts.Diagnostic): ts.Node {
  let whole: ts.Node | undefined
  let begun: ts.Node | undefined
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > start || node.end < start + length) return
    if (node.getStart(file) === start) begun ??= node
    if (node.getStart(file) === start && node.end === start + length) whole ??= node
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return whole ?? begun ?? file
}

/** The compiler reports an assignment at its name and a result at its statement. This finds the value. */
function meantBy(node: ts.Node): ts.Node {
  if (ts.isReturnStatement(node) && node.expression) return node.expression
  const { parent } = node
  if (!parent) return node
  if (ts.isVariableDeclaration(parent) && parent.name === node && parent.initializer) return parent.initializer
  if (ts.isPropertyAssignment(parent) && parent.name === node) return parent.initializer
  if (ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return parent.right
  return node
}
