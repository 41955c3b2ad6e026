import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** Top-level folders of each package or app that import each other in a circle. */
export function folderKnots(root, files) {
  const units = new Set(files.map(({ path }) => path.split('/').slice(0, 3).join('/')))
  return [...units].flatMap((unit) => {
    const graph = graphOf(root, unit, files)
    return [...graph.keys()]
      .filter((folder) => reachedFrom(graph, folder).has(folder))
      .map((folder) => `${unit}/${folder}`)
  })
}

function graphOf(root, unit, files) {
  const graph = new Map()
  for (const { path } of files) {
    const own = folderIn(unit, path)
    if (own === undefined) continue
    const others = graph.get(own) ?? new Set()
    graph.set(own, others)
    for (const [, target] of readFileSync(join(root, path), 'utf8').matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/gu)) {
      const other = folderIn(unit, normalize(join(dirname(path), target)).replaceAll('\\', '/'))
      if (other !== undefined && other !== own) others.add(other)
    }
  }
  return graph
}

/** The top-level folder of a file, if it is in one. */
function folderIn(unit, path) {
  const rest = path.startsWith(`${unit}/`) ? path.slice(unit.length + 1).split('/') : []
  return rest.length > 1 ? rest[0] : undefined
}

function reachedFrom(graph, folder) {
  const reached = new Set()
  const waiting = [...(graph.get(folder) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(graph.get(next) ?? []))
  }
  return reached
}
