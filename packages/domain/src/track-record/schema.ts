import { z } from 'zod'
import { familyOf, type TrackRecord } from './track-record.ts'

const Standing = z.object({ votes: z.number(), right: z.number(), at: z.number() })
const Logistic = z.object({ weights: z.array(z.number()), precision: z.array(z.array(z.number())) })

/** A record as stored in a run's first event: votes are counted with what was known when the run started. */
export const StoredRecord = z.object({
  decisions: z.number(),
  all: Standing,
  families: z.record(z.string(), Standing),
  models: z.record(
    z.string(),
    z.object({
      standing: Standing,
      decisions: z.number().optional(),
      topics: z.record(z.string(), Standing),
      calibration: Logistic,
      stated: z.number(),
    }),
  ),
  voters: z.record(z.string(), Standing),
  wrong: z.record(z.string(), z.object({ pairs: z.number(), same: z.number() })),
  trust: Logistic,
})

/** The part of a record that matters for a team with these models. */
export function recordFor(record: TrackRecord, models: readonly string[]): TrackRecord {
  const families = models.map(familyOf)
  const pick = <T>(all: { readonly [name: string]: T }, wanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => wanted(name)))
  return {
    ...record,
    families: pick(record.families, (name) => families.includes(name)),
    models: pick(record.models, (name) => models.includes(name)),
    voters: pick(record.voters, (name) => models.some((model) => name.endsWith(` (${model})`))),
    wrong: pick(record.wrong, (pair) => pair.split(' + ').every((name) => models.includes(name))),
  }
}
