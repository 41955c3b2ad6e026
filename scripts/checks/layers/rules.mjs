/**
 * The violations of the rules. A rule forbids imports whose two ends match: `path` and `pathNot` are one or several
 * patterns, and `$1` in the patterns of `to` is the first group of `from`. `circular` matches imports that lead back to
 * their file, other than dynamic ones, and `couldNotResolve` imports that do not exist.
 */
export function violationsOf(graph, rules) {
  const wayBack = cyclesOf(graph)
  return rules.flatMap((rule) => [...graph].flatMap(([from, imports]) => brokenBy(rule, from, imports, wayBack)))
}

function brokenBy(rule, from, imports, wayBack) {
  const groups = matched(rule.from, from)
  if (!groups) return []
  const { circular, couldNotResolve, ...ends } = rule.to
  return imports
    .filter(({ to }) => matched(ends, to, groups))
    .filter(({ isResolved }) => !couldNotResolve || !isResolved)
    .filter((each) => !circular || (!each.isDynamic && wayBack(from, each.to)))
    .map(({ to }) => ({ rule, from, to: circular ? wayBack(from, to).join(' → ') : to }))
}

const patterns = new Map()

function patternOf(text) {
  if (!patterns.has(text)) patterns.set(text, new RegExp(text, 'u'))
  return patterns.get(text)
}

/** The groups of the matching pattern. Undefined if none matches, or if an excluded one does. */
function matched({ path, pathNot }, file, groups = []) {
  const filled = (text) => patternOf(text.replace(/\$(\d)/gu, (_, index) => groups[index] ?? ''))
  if ([pathNot ?? []].flat().some((text) => filled(text).test(file))) return undefined
  if (path === undefined) return [file]
  return [path]
    .flat()
    .map((text) => filled(text).exec(file))
    .find((found) => found !== null)
}

/** Returns a lookup for how an import leads back to its file: the files on the way, or undefined. */
function cyclesOf(graph) {
  const next = (file) => (graph.get(file) ?? []).filter(({ isDynamic }) => !isDynamic).map(({ to }) => to)
  const knotOf = knotsOf(graph, next)
  return (from, to) => {
    if (knotOf.get(from) === undefined || knotOf.get(from) !== knotOf.get(to)) return undefined
    if (from === to) return next(from).includes(from) ? [from] : undefined
    return shortest(to, from, (file) => next(file).filter((other) => knotOf.get(other) === knotOf.get(from)))
  }
}

function shortest(start, end, next) {
  const ways = [[start]]
  const seen = new Set([start])
  for (const way of ways) {
    for (const file of next(way.at(-1))) {
      if (file === end) return [...way, end]
      if (seen.has(file)) continue
      seen.add(file)
      ways.push([...way, file])
    }
  }
  return undefined
}

/**
 * Numbers the groups of files that all lead to each other, with Tarjan's algorithm, without recursion: chains are long.
 */
function knotsOf(graph, next) {
  const state = { index: new Map(), low: new Map(), stack: [], onStack: new Set(), knot: new Map() }
  for (const file of graph.keys()) if (!state.index.has(file)) explore(file, graph, next, state)
  return state.knot
}

function explore(first, graph, next, state) {
  const enter = (file) => {
    state.index.set(file, state.index.size)
    state.low.set(file, state.index.get(file))
    state.stack.push(file)
    state.onStack.add(file)
    return { file, left: next(file).filter((other) => graph.has(other)) }
  }
  const lower = (file, value) => state.low.set(file, Math.min(state.low.get(file), value))
  const path = [enter(first)]
  while (path.length > 0) {
    const { file, left } = path.at(-1)
    const other = left.pop()
    if (other === undefined) {
      path.pop()
      if (path.length > 0) lower(path.at(-1).file, state.low.get(file))
      if (state.low.get(file) === state.index.get(file)) leave(file, state)
    } else if (!state.index.has(other)) path.push(enter(other))
    else if (state.onStack.has(other)) lower(file, state.index.get(other))
  }
}

function leave(file, { stack, onStack, knot, index }) {
  for (let each = stack.pop(); each !== undefined; each = stack.pop()) {
    onStack.delete(each)
    knot.set(each, index.get(file))
    if (each === file) return
  }
}
