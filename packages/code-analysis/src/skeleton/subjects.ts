import ts from 'typescript'
import { unitsOf } from '../edges/units.ts'
import { sampleOf } from './sample.ts'

/** A function that a test can reach: what to import, and how to call it with arguments. */
export type TestSubject = {
  readonly name: string
  readonly imported: string
  readonly isDefault: boolean
  readonly node: ts.FunctionLikeDeclaration
  call(args: readonly string[]): string
}

/** The exported functions of a file, by unit name. */
export function subjectsOf(file: ts.SourceFile, checker: ts.TypeChecker): ReadonlyMap<string, TestSubject> {
  const exported = exportsOf(file, checker)
  const subjects = unitsOf(file).flatMap(({ name, node }) => {
    if (ts.isSourceFile(node)) return []
    const subject = ts.isMethodDeclaration(node) ? method(node, exported, checker) : plain(name, node, exported)
    return subject ? [[name, subject] as const] : []
  })
  return new Map(subjects)
}

type Exported = ReadonlyMap<ts.Node, string>

/** Declarations by the name they are exported under. */
function exportsOf(file: ts.SourceFile, checker: ts.TypeChecker): Exported {
  const module = checker.getSymbolAtLocation(file)
  const symbols = module ? checker.getExportsOfModule(module) : []
  return new Map(
    symbols.flatMap((symbol) => {
      const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      return real.valueDeclaration ? [[real.valueDeclaration, symbol.name] as const] : []
    }),
  )
}

function plain(name: string, node: ts.FunctionLikeDeclaration, exported: Exported): TestSubject | undefined {
  if (name.includes('.') || node.asteriskToken) return undefined
  const as = exported.get(node) ?? exported.get(node.parent)
  if (as === undefined) return undefined
  const isDefault = as === 'default'
  const imported = isDefault ? 'subject' : as
  return { name, imported, isDefault, node, call: (args) => `${imported}(${args.join(', ')})` }
}

function method(node: ts.MethodDeclaration, exported: Exported, checker: ts.TypeChecker): TestSubject | undefined {
  const owner = node.parent
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Abstract
  if (!ts.isClassDeclaration(owner) || !ts.isIdentifier(node.name) || ts.getCombinedModifierFlags(node) & hidden)
    return undefined
  const as = exported.get(owner)
  if (as === undefined || ts.getCombinedModifierFlags(owner) & ts.ModifierFlags.Abstract) return undefined
  const isDefault = as === 'default'
  const imported = isDefault ? 'subject' : as
  const isStatic = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0
  const made = isStatic ? imported : `new ${imported}(${constructorArguments(owner, checker).join(', ')})`
  const member = node.name.text
  return {
    name: `${owner.name?.text}.${member}`,
    imported,
    isDefault,
    node,
    call: (args) => `${made}.${member}(${args.join(', ')})`,
  }
}

function constructorArguments(owner: ts.ClassDeclaration, checker: ts.TypeChecker): readonly string[] {
  const made = owner.members.find(ts.isConstructorDeclaration)
  return (made?.parameters ?? [])
    .filter((parameter) => !parameter.questionToken && !parameter.initializer && !parameter.dotDotDotToken)
    .map((parameter) => sampleOf(checker.getTypeAtLocation(parameter), checker))
}
