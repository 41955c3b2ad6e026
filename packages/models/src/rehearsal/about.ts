import { extractAt } from './extracts.ts'
import type { Extract } from './quote.ts'
import { readability } from './readability.ts'
import { kindAt, type Source, type WorkspaceIndex } from './workspace-index.ts'

const MAX_LINES = 40

/** How a workspace describes itself: the most readable line near the top of each file, first files first. */
export function aboutWorkspace(index: WorkspaceIndex, count: number, skip: ReadonlySet<string>): readonly Extract[] {
  const found: Extract[] = []
  for (let round = 0; round < count && found.length < count; round++) {
    const taken = new Set([...skip, ...found.map((extract) => `${extract.path}:${extract.line}`)])
    for (const source of index.sources) {
      if (found.length >= count) break
      const at = bestNearTop(source, taken)
      if (at !== undefined) found.push(extractAt(source, at))
    }
  }
  return found
}

function bestNearTop(source: Source, taken: ReadonlySet<string>): number | undefined {
  let best: number | undefined
  let score = 0
  for (let at = 0; at < Math.min(source.lines.length, MAX_LINES); at++) {
    const worth = readability(source.lines[at] ?? '', kindAt(source, at)) * (1 - at / (2 * MAX_LINES))
    if (worth <= score || taken.has(`${source.path}:${at + 1}`)) continue
    best = at
    score = worth
  }
  return best
}
