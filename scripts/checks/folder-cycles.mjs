// Folders that import each other in a cycle cannot be understood one at a time. Fails if `domain` has any cycles, or if
// `web` has more folders in cycles than docs/guide/architecture.md justifies.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const most = { 'packages/domain/src': 0, 'apps/web/src': 33 }
const isCode = (file) => !/\.(test|fixture)\.tsx?$|^(index|main)\.tsx?$/u.test(file)

let failed = false
for (const [folder, allowed] of Object.entries(most)) {
  const knots = knotsIn(importsIn(join(root, folder)))
  const count = knots.flat().length
  console.log(`${folder}: ${count} folders in cycles, at most ${allowed}`)
  if (count <= allowed) continue
  failed = true
  for (const knot of knots) console.log(`  ${knot.sort().join(' ⇄ ')}`)
}
process.exitCode = failed ? 1 : 0

/** Which folders import which, including type imports. */
function importsIn(source) {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter(isCode)
  const graph = new Map(files.map((file) => [dirname(file), new Set()]))
  for (const file of files)
    for (const [, target] of readFileSync(join(source, file), 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/gu)) {
      const other = dirname(normalize(join(dirname(file), target)))
      if (other !== dirname(file) && graph.has(other)) graph.get(dirname(file)).add(other)
    }
  return graph
}

/** Groups of two or more folders that can reach each other. */
function knotsIn(graph) {
  const reach = new Map([...graph.keys()].map((folder) => [folder, reachedFrom(graph, folder)]))
  const left = new Set(graph.keys())
  const knots = []
  for (const folder of left) {
    const knot = [...left].filter((other) => reach.get(folder).has(other) && reach.get(other).has(folder))
    for (const each of knot) left.delete(each)
    if (knot.length > 1) knots.push(knot)
  }
  return knots
}

function reachedFrom(graph, folder) {
  const reached = new Set()
  const waiting = [...graph.get(folder)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...graph.get(next))
  }
  return reached
}
