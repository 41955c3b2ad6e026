import { Json } from '@convene/domain'
import { z } from 'zod'

/** A list that may go on: `next` is given as the cursor of the next page. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })

/** ISO 8601. */
export const Time = z.string()

export const Done = z.object({ done: z.literal(true) })

/** What is wrong in a file that a person wrote, and where. */
export const Problem = z
  .object({
    severity: z.enum(['error', 'warning']),
    code: z.string(),
    file: z.string(),
    line: z.number().optional(),
    column: z.number().optional(),
    key: z.string().optional(),
    message: z.string(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>

/** How every call says no. */
export const Failure = z
  .object({ error: z.object({ code: z.string(), message: z.string(), details: Json.optional() }) })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>

/** The folder that a call is about; the one that the server was started in if none is named. */
export const inWorkspace = { workspace: z.string().optional() }
