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
