import { z } from 'zod'
import { nameParts, own } from './belief.ts'
import type { TrackRecord } from './record.ts'

const Count = z.number().int().min(0)

/** A record as stored in a run's first event: votes are counted with what was known when the run started. */
export const StoredRecord = z.object({
  decisions: Count,
  models: z.record(z.string(), Count),
  beliefs: z.record(z.string(), z.object({ mean: z.number(), variance: z.number(), at: z.number() })),
  sets: z.record(z.string(), z.object({ count: Count, right: z.record(z.string(), Count) })),
  wrong: z.record(z.string(), z.object({ count: Count, same: Count })),
})

/** What a belief is about, if it is about one model. */
const MODEL_AT: { readonly [kind: string]: number } = { model: 0, topic: 0, stated: 0, say: 0, option: 1 }

/** Most lists of options are seen only once. They would fill the log of every later run, and say next to nothing. */
const LEAST_SEEN = 2

/** The part of a record that matters for a team with these models. */
export function recordFor(record: TrackRecord, models: readonly string[]): TrackRecord {
  const pick = <T>(all: { readonly [name: string]: T }, isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)))
  const sets = pick(record.sets, (name) => (record.sets[name]?.count ?? 0) >= LEAST_SEEN)
  const isOurs = (name: string): boolean => {
    const [kind = '', ...parts] = nameParts(name)
    const place = MODEL_AT[kind]
    if (place === undefined || parts.length === 0) return true
    return models.includes(parts[place] ?? '') && (kind !== 'option' || own(sets, parts[0] ?? '') !== undefined)
  }
  return {
    ...record,
    models: pick(record.models, (name) => models.includes(name)),
    beliefs: pick(record.beliefs, isOurs),
    sets,
  }
}
