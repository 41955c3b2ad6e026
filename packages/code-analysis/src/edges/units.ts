import ts from 'typescript'
import type { FunctionUnit } from './edge.ts'

/** The file and every named function in it. A callback belongs to the function around it. */
export function unitsOf(file: ts.SourceFile): readonly FunctionUnit[] {
  const units: FunctionUnit[] = [{ name: '(top level)', node: file }]
  const visit = (node: ts.Node): void => {
    const name = nameOfUnit(node)
    if (name !== undefined) units.push({ name, node: node as ts.FunctionLikeDeclaration })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return units
}

/** Every node of a unit, without those of nested units. */
export function nodesOf(unit: FunctionUnit): readonly ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (nameOfUnit(node) !== undefined) return
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(unit.node, visit)
  return nodes
}

/** The function's name. Undefined for anything else, and for functions without a name. */
export function nameOfUnit(node: ts.Node): string | undefined {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return undefined
  if (ts.isConstructorDeclaration(node)) return `${classOf(node)}constructor`
  if (ts.isMethodDeclaration(node) || ts.isAccessor(node)) return classOf(node) + node.name.getText()
  if (ts.isFunctionDeclaration(node)) return node.name?.text ?? 'default'
  const { parent } = node
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name.text
  if (ts.isPropertyDeclaration(parent)) return classOf(parent) + parent.name.getText()
  if (ts.isExportAssignment(parent)) return 'default'
  return undefined
}

function classOf(member: ts.Node): string {
  const { parent } = member
  return ts.isClassLike(parent) && parent.name ? `${parent.name.text}.` : ''
}

/** The parameters by name, including destructured ones. */
export function parametersOf(unit: FunctionUnit): readonly ts.ParameterDeclaration[] {
  return ts.isSourceFile(unit.node) ? [] : unit.node.parameters
}

/** The name is a parameter without a default. */
export function isParameterName(node: ts.Identifier, checker: ts.TypeChecker): boolean {
  const declaration = checker.getSymbolAtLocation(node)?.valueDeclaration
  return declaration !== undefined && ts.isParameter(declaration) && !declaration.initializer
}
