import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, extname, join, relative } from 'node:path'
import { ResolverFactory } from 'rolldown/experimental'
import { parseSync } from 'rolldown/utils'

const root = process.cwd()
const resolver = new ResolverFactory({
  conditionNames: ['import', 'node', 'default'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
})
/** Type-only packages, which only a compiler looks for. */
const typings = new ResolverFactory({
  conditionNames: ['types', 'import'],
  extensions: ['.d.ts'],
  mainFields: ['types'],
})
const code = new Set(['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs'])

/**
 * The imports of these files, and of everything they import: for each file its imports, as `to` (a path from the root,
 * a built-in module's name, or the unresolved name), `isResolved` and `isDynamic`. `unread` are the files that could
 * not be parsed.
 */
export function importGraph(files, unchecked) {
  const isUnchecked = (file) => unchecked.some((pattern) => new RegExp(pattern, 'u').test(file))
  const graph = new Map()
  const unread = []
  const waiting = files.filter((file) => !isUnchecked(file))
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (graph.has(file)) continue
    const { requests, isRead } = requestsIn(file)
    if (!isRead) unread.push(file)
    const imports = requests.map((request) => ({ ...resolve(file, request.name), isDynamic: request.isDynamic }))
    graph.set(file, imports)
    for (const { to, isFile } of imports) if (isFile && code.has(extname(to)) && !isUnchecked(to)) waiting.push(to)
  }
  return { graph, unread }
}

function requestsIn(file) {
  const text = readFileSync(join(root, file), 'utf8')
  const result = parseSync(file, text)
  const { staticImports, staticExports, dynamicImports } = result.module
  const names = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value)),
  ].filter((name) => name !== undefined)
  const others = dynamicImports.map(({ moduleRequest: { start, end } }) => literalOf(text.slice(start, end)))
  // Inline type imports and `require` are only in the file's syntax tree, which is slow to transfer.
  const isPlain = others.length === [...text.matchAll(/\bimport\s*\(/gu)].length && !/\brequire\s*\(/u.test(text)
  const rest = isPlain ? [] : inTree(result.program)
  return {
    isRead: result.errors.length === 0,
    requests: [
      ...[...new Set([...names, ...rest])].map((name) => ({ name, isDynamic: false })),
      ...others.filter((name) => name !== undefined).map((name) => ({ name, isDynamic: true })),
    ],
  }
}

/** Undefined if it is built at run time. */
const literalOf = (text) => /^(['"`])([^'"`$]*)\1$/u.exec(text.trim())?.[2]

/** The modules of `import('…').Type`, `import x = require('…')` and `require('…')` anywhere in a tree. */
function inTree(node) {
  if (node === null || typeof node !== 'object') return []
  const inside = Object.values(node).flatMap(inTree)
  if (node.type === 'TSImportType') inside.push(node.source?.value ?? node.argument?.literal?.value)
  if (node.type === 'TSExternalModuleReference') inside.push(node.expression.value)
  if (node.type === 'CallExpression' && node.callee.name === 'require') inside.push(node.arguments[0]?.value)
  return inside.filter((name) => typeof name === 'string')
}

const resolved = new Map()

/** The same name leads to the same file from everywhere in a folder. */
function resolve(file, name) {
  const key = `${dirname(file)}\0${name}`
  if (!resolved.has(key)) resolved.set(key, resolveIn(dirname(file), name))
  return resolved.get(key)
}

function resolveIn(folder, name) {
  if (isBuiltin(name)) return { to: name.replace(/^node:/u, ''), isResolved: true, isFile: false }
  const plain = name.replace(/\?.*$/u, '')
  for (const each of [resolver, typings]) {
    const { path } = each.sync(join(root, folder), plain)
    if (path) return { to: relative(root, path).replaceAll('\\', '/'), isResolved: true, isFile: true }
  }
  return { to: name, isResolved: false, isFile: false }
}
