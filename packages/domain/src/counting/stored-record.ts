import { z } from 'zod'
import { nameParts } from './belief.ts'
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
const MODEL_AT: { readonly [kind: string]: number } = { model: 1, topic: 1, stated: 1, say: 1, option: 2 }

/** The part of a record that matters for a team with these models. */
export function recordFor(record: TrackRecord, models: readonly string[]): TrackRecord {
  const pick = <T>(all: { readonly [name: string]: T }, isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name)))
  const isOurs = (name: string): boolean => {
    const parts = nameParts(name)
    const place = MODEL_AT[parts[0] ?? '']
    return parts.length === 1 || place === undefined || models.includes(parts[place] ?? '')
  }
  return {
    ...record,
    models: pick(record.models, (name) => models.includes(name)),
    beliefs: pick(record.beliefs, isOurs),
  }
}
