import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const isProduct = (path) => !/\.(test|fixture)\.tsx?$|\/(fixtures|dist|node_modules)\/|packages\/testkit\//u.test(path)

/** Every product file, parsed. */
export const sourceFiles = (root) =>
  globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isProduct)
    .sort()
    .map((path) => ({ path, tree: parsed(join(root, path)) }))

function parsed(path) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true, kind)
}

/** Every node of a file that `pick` returns something for. */
export function found({ tree }, pick) {
  const all = []
  const visit = (node) => {
    const picked = pick(node)
    if (picked !== undefined) all.push(picked)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return all
}

/** `file:line text` of a node. */
export function placeOf({ path, tree }, node) {
  const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
  const text = node.getText().replace(/\s+/gu, ' ').slice(0, 80)
  return `${path}:${line + 1} ${text}`
}
