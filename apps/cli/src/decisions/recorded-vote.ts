import { z } from 'zod'

/** A line of a file with recorded votes. */
export const RecordedVote = z.object({
  set: z.string().optional(),
  topic: z.string().default('general'),
  options: z.array(z.string()).optional(),
  truth: z.string(),
  votes: z.array(
    z.object({ voter: z.string(), option: z.string().nullable(), confidence: z.number().nullish() }).loose(),
  ),
})
export type RecordedVote = z.infer<typeof RecordedVote>

/** A line of a file with panels: whose votes, and in which file. */
export const RecordedPanel = z.object({ name: z.string(), file: z.string(), voters: z.array(z.string()).min(1) })
export type RecordedPanel = z.infer<typeof RecordedPanel>
