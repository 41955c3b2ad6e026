// Checks the rules in layers.mjs, for every import of every file, types included. Fails if it missed files: a check that
// sees no modules finds no violations.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importGraph } from './layers/import-graph.mjs'
import { violationsOf } from './layers/rules.mjs'

const { forbidden, unchecked } = await import(pathToFileURL(join(process.cwd(), 'layers.mjs')).href)
const parts = ['packages', 'apps', 'tests', 'bench'].filter((part) => existsSync(part))
const files = parts
  .flatMap((part) =>
    globSync(`${part}/**/*.{ts,tsx,mjs}`, { exclude: (name) => name === 'node_modules' || name === 'dist' }),
  )
  .map((file) => file.replaceAll('\\', '/'))
const { graph, unread } = importGraph(files, unchecked)
const violations = violationsOf(graph, forbidden)
const unseen = [...unread, ...files.filter((file) => !graph.has(file))]

for (const { rule, from, to } of violations) console.log(`${rule.name}: ${from} → ${to}\n    ${rule.comment}`)
for (const file of unseen) console.log(`not checked: ${file}`)
console.log(`${graph.size} modules, ${violations.length} violations`)
process.exitCode = graph.size === 0 || unseen.length > 0 || violations.length > 0 ? 1 : 0
