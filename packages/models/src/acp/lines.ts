import { type Line, type List, type ModelRequest, toArray } from '@convene/domain'
import { z } from 'zod'

/** What the log keeps of a conversation with an agent, in the reply that it belongs to. */
export const KeptState = z.object({
  agent: z.string(),
  /** Our session. A fork has another one, and must not continue in the same conversation. */
  of: z.string(),
  /** The agent's session. */
  session: z.string(),
  /** The ask or call at which the turn was cut. */
  ask: z.string().optional(),
  /** What the agent's session had cost by then. */
  costUsd: z.number().optional(),
})
export type KeptState = z.infer<typeof KeptState>

export const listed = (lines: List<Line>): readonly Line[] => toArray(lines)

/** Where the conversation with this agent was left, and what was said since. */
export type Place = {
  readonly state: KeptState | undefined
  readonly last: Line | undefined
  readonly fresh: readonly Line[]
}

export function placeIn({ lines, session }: Pick<ModelRequest, 'lines' | 'session'>, agent: string): Place {
  const all = listed(lines)
  const index = all.findLastIndex(({ role }) => role === 'assistant')
  const last = all[index]
  const kept = KeptState.safeParse(last?.role === 'assistant' ? last.provider : undefined)
  // The last reply may be by another model: the agent's session would miss it.
  if (!kept.success || kept.data.agent !== agent || kept.data.of !== session)
    return { state: undefined, last, fresh: all.slice(index + 1) }
  return { state: kept.data, last, fresh: all.slice(index + 1) }
}
