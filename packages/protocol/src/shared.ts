import { Json } from '@convene/domain'
import { z } from 'zod'

/** One page of a list. `next` is the cursor for the next page. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), next: z.string().nullable() })

/** ISO 8601. */
export const Time = z.string()

/** Someone on a team server. */
export const PersonView = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Person' })
export type PersonView = z.infer<typeof PersonView>

export const DoneAnswer = z.object({ done: z.literal(true) })

/** A problem in a hand-written file, with its position. */
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

/** The format of every refusal. */
export const Failure = z
  .object({ error: z.object({ code: z.string(), message: z.string(), details: Json.optional() }) })
  .meta({ id: 'Failure' })
export type Failure = z.infer<typeof Failure>

/** The folder a call is about. Default: the folder the server was started in. */
export const workspaceQuery = { workspace: z.string().optional() }
