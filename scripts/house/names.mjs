import ts from 'typescript'
import { found } from './sources.mjs'

/** The names that an entry point exports. */
export const exportedNames = (file) => found(file, (node) => (ts.isExportSpecifier(node) ? node.name.text : undefined))

/** The members of an exported object type or interface with this name, wherever it is declared. */
export function membersOf(files, name) {
  const declared = files.flatMap((file) =>
    found(file, (node) =>
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && definedName(node) === name
        ? node
        : undefined,
    ),
  )
  return declared.flatMap((node) => (node.members ?? node.type.members ?? []).map((member) => member.name?.getText()))
}

/** Exported names that several files define. A schema and its type of the same name are one. */
export function exportedTwice(files) {
  const places = new Map()
  for (const file of files)
    for (const name of new Set(found(file, definedName))) places.set(name, [...(places.get(name) ?? []), file.path])
  return [...places].filter(([, all]) => all.length > 1).map(([name, all]) => `${name}: ${all.join(', ')}`)
}

function definedName(node) {
  if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return undefined
  if (ts.isVariableStatement(node)) return node.declarationList.declarations[0]?.name.getText()
  return node.name?.text
}
