// Folders that import each other in a cycle cannot be understood one at a time. Fails if a package or an app has a
// cycle: between two folders anywhere, or between two top-level folders with everything in them. Files directly in `src`
// connect the folders and do not count.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const sources = globSync('{packages,apps}/*/src', { cwd: root }).map((source) => source.replaceAll('\\', '/'))
const isCode = (file) => dirname(file) !== '.' && !/\.(test|fixture)\.tsx?$/u.test(file)

const tied = sources.sort().flatMap((source) => {
  const graph = importsIn(join(root, source))
  const knots = [...knotsIn(graph), ...knotsIn(topLevel(graph))]
  return [...new Set(knots.map((folders) => `${source}: ${folders.sort().join(' ⇄ ')}`))]
})
for (const knot of tied) console.log(knot)
console.log(`${sources.length} packages, ${tied.length} cycles`)
process.exitCode = sources.length === 0 || tied.length > 0 ? 1 : 0

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

/** The same graph with each top-level folder as one. */
function topLevel(graph) {
  const top = (folder) => folder.split('/')[0]
  const merged = new Map([...graph.keys()].map((folder) => [top(folder), new Set()]))
  for (const [folder, others] of graph)
    for (const other of others) if (top(other) !== top(folder)) merged.get(top(folder)).add(top(other))
  return merged
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
