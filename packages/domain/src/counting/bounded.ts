import { type Beliefs, nameParts } from './belief.ts'
import type { TrackRecord } from './record.ts'

const MOST_SETS = 64
const MOST_TOPICS = 64

/** Without what was used longest ago: knowledge must not grow with every question. */
export function bounded(before: TrackRecord, now: TrackRecord): TrackRecord {
  const names = Object.keys(now.beliefs)
  const isGrown = names.length > Object.keys(before.beliefs).length
  const gone = Object.keys(now.sets).slice(0, -MOST_SETS)
  if (!isGrown && gone.length === 0) return now
  const stale = new Set([...ofSets(names, gone), ...ofTopics(now.beliefs, names)])
  return {
    ...now,
    sets: without(now.sets, gone),
    beliefs: stale.size === 0 ? now.beliefs : without(now.beliefs, [...stale]),
    wrong: without(now.wrong, Object.keys(now.wrong).slice(0, -MOST_TOPICS)),
  }
}

/** What was believed about options of lists that are forgotten. */
function ofSets(names: readonly string[], gone: readonly string[]): readonly string[] {
  const starts = gone.map((key) => `["option",${JSON.stringify(key)},`)
  return starts.length === 0 ? [] : names.filter((name) => starts.some((start) => name.startsWith(start)))
}

/** Drops the oldest topics of each model, and of the calibration. */
function ofTopics(beliefs: Beliefs, names: readonly string[]): readonly string[] {
  const owners = new Map<string, string[]>()
  for (const name of names) {
    const owner = ownerOf(name)
    if (owner === undefined) continue
    const topics = owners.get(owner)
    if (topics) topics.push(name)
    else owners.set(owner, [name])
  }
  const at = (name: string): number => beliefs[name]?.at ?? 0
  return [...owners.values()].flatMap((topics) =>
    topics.length > MOST_TOPICS ? topics.toSorted((one, other) => at(other) - at(one)).slice(MOST_TOPICS) : [],
  )
}

function ownerOf(name: string): string | undefined {
  if (name.startsWith('["map","topic",')) return 'map'
  return name.startsWith('["topic",') ? nameParts(name)[1] : undefined
}

const without = <T>(all: { readonly [name: string]: T }, names: readonly string[]): { readonly [name: string]: T } => {
  if (names.length === 0) return all
  const left = new Set(names)
  return Object.fromEntries(Object.entries(all).filter(([name]) => !left.has(name)))
}
