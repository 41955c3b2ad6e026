/** `before` lines from `at` are replaced by `after` lines from `to`. */
export type Edit = { readonly at: number; readonly removed: number; readonly to: number; readonly added: number }

/** How hard a part is searched for a short answer before it is replaced as a whole. */
const MAX_COST = 1_500

/** The smallest edits from one list of lines to another (Myers, linear space); not the smallest when they differ much. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const [a, b] = numbered(before, after)
  const marks = { removed: new Uint8Array(a.length), added: new Uint8Array(b.length) }
  compare({ a, b, marks, forward: new Int32Array(0), backward: new Int32Array(0) }, [0, a.length, 0, b.length])
  return editsOf(marks.removed, marks.added)
}

type Box = readonly [aStart: number, aEnd: number, bStart: number, bEnd: number]
type Comparison = {
  readonly a: Int32Array
  readonly b: Int32Array
  readonly marks: { readonly removed: Uint8Array; readonly added: Uint8Array }
  forward: Int32Array
  backward: Int32Array
}

/** Equal lines get equal numbers: comparing them is then cheap, however long they are. */
function numbered(before: readonly string[], after: readonly string[]): readonly [Int32Array, Int32Array] {
  const numbers = new Map<string, number>()
  const number = (line: string): number => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  return [Int32Array.from(before, number), Int32Array.from(after, number)]
}

/** Uses an explicit stack: a file of a million lines must not exhaust the call stack. */
function compare(comparison: Comparison, whole: Box): void {
  const open: Box[] = [whole]
  for (let box = open.pop(); box; box = open.pop()) {
    const [aStart, aEnd, bStart, bEnd] = trimmed(comparison, box)
    if (aStart === aEnd || bStart === bEnd) {
      markAll(comparison, [aStart, aEnd, bStart, bEnd])
      continue
    }
    const middle = findMiddle(comparison, [aStart, aEnd, bStart, bEnd])
    if (!middle) markAll(comparison, [aStart, aEnd, bStart, bEnd])
    else open.push([aStart, middle[0], bStart, middle[1]], [middle[0], aEnd, middle[1], bEnd])
  }
}

function trimmed({ a, b }: Comparison, [aStart, aEnd, bStart, bEnd]: Box): Box {
  let first = 0
  while (aStart + first < aEnd && bStart + first < bEnd && a[aStart + first] === b[bStart + first]) first++
  let last = 0
  while (aEnd - last > aStart + first && bEnd - last > bStart + first && a[aEnd - last - 1] === b[bEnd - last - 1])
    last++
  return [aStart + first, aEnd - last, bStart + first, bEnd - last]
}

function markAll({ marks }: Comparison, [aStart, aEnd, bStart, bEnd]: Box): void {
  marks.removed.fill(1, aStart, aEnd)
  marks.added.fill(1, bStart, bEnd)
}

/** A point on a shortest path, found from both ends at once; undefined when the way is too long to search. */
function findMiddle(comparison: Comparison, box: Box): readonly [number, number] | undefined {
  const [aStart, aEnd, bStart, bEnd] = box
  const [n, m] = [aEnd - aStart, bEnd - bStart]
  const most = Math.min(Math.ceil((n + m) / 2), MAX_COST)
  const offset = most + 1
  if (comparison.forward.length < 2 * offset + 1) {
    comparison.forward = new Int32Array(2 * offset + 1)
    comparison.backward = new Int32Array(2 * offset + 1)
  }
  const search: Search = { comparison, box, n, m, offset }
  comparison.forward[offset + 1] = 0
  comparison.backward[offset + 1] = 0
  for (let cost = 0; cost <= most; cost++) {
    const met = stepForward(search, cost) ?? stepBackward(search, cost)
    if (met) return met
  }
  return undefined
}

type Search = {
  readonly comparison: Comparison
  readonly box: Box
  readonly n: number
  readonly m: number
  readonly offset: number
}

function stepForward({ comparison, box, n, m, offset }: Search, cost: number): readonly [number, number] | undefined {
  const { a, b, forward, backward } = comparison
  const [aStart, , bStart] = box
  const delta = n - m
  for (let k = lowest(cost, m); k <= highest(cost, n); k += 2) {
    let x = furthest(forward, offset, k, cost)
    let y = x - k
    while (x < n && y < m && a[aStart + x] === b[bStart + y]) {
      x++
      y++
    }
    forward[offset + k] = x
    const mirrored = delta - k
    if (delta % 2 !== 0 && Math.abs(mirrored) < cost && x + at(backward, offset + mirrored) >= n)
      return [aStart + x, bStart + y]
  }
  return undefined
}

function stepBackward({ comparison, box, n, m, offset }: Search, cost: number): readonly [number, number] | undefined {
  const { a, b, forward, backward } = comparison
  const [, aEnd, , bEnd] = box
  const delta = n - m
  for (let k = lowest(cost, m); k <= highest(cost, n); k += 2) {
    let x = furthest(backward, offset, k, cost)
    let y = x - k
    while (x < n && y < m && a[aEnd - x - 1] === b[bEnd - y - 1]) {
      x++
      y++
    }
    backward[offset + k] = x
    const mirrored = delta - k
    if (delta % 2 === 0 && Math.abs(mirrored) <= cost && x + at(forward, offset + mirrored) >= n)
      return [aEnd - x, bEnd - y]
  }
  return undefined
}

/** Diagonals that leave the box are not walked. */
const lowest = (cost: number, m: number): number => (cost <= m ? -cost : -(2 * m - cost))
const highest = (cost: number, n: number): number => (cost <= n ? cost : 2 * n - cost)

function furthest(reached: Int32Array, offset: number, k: number, cost: number): number {
  const down = at(reached, offset + k + 1)
  const right = at(reached, offset + k - 1)
  return k === -cost || (k !== cost && right < down) ? down : right + 1
}

const at = (numbers: Int32Array, index: number): number => numbers[index] as number

function editsOf(removed: Uint8Array, added: Uint8Array): readonly Edit[] {
  const edits: Edit[] = []
  let [i, j] = [0, 0]
  while (i < removed.length || j < added.length) {
    const [at, to] = [i, j]
    while (removed[i] === 1) i++
    while (added[j] === 1) j++
    if (i > at || j > to) edits.push({ at, removed: i - at, to, added: j - to })
    else {
      i++
      j++
    }
  }
  return edits
}
