import { type ContextLine, type List, type ModelRequest, toArray } from '@convene/domain'
import { z } from 'zod'

/** What the log stores about a conversation with an agent, in the reply it belongs to. */
export const KeptState = z.object({
  agent: z.string(),
  /** Our session. A fork has another one, and must not continue the same conversation. */
  of: z.string(),
  /** The agent's session. */
  session: z.string(),
  /** The ask or call at which the turn was cut. */
  ask: z.string().optional(),
  /** What the agent's session had cost up to that point. */
  costUsd: z.number().optional(),
})
export type KeptState = z.infer<typeof KeptState>

export const lineList = (lines: List<ContextLine>): readonly ContextLine[] => toArray(lines)

/** Where the conversation with this agent stopped, and what was said since. */
export type LinePlace = {
  readonly state: KeptState | undefined
  readonly last: ContextLine | undefined
  readonly fresh: readonly ContextLine[]
}

export function placeInLines({ lines, session }: Pick<ModelRequest, 'lines' | 'session'>, agent: string): LinePlace {
  const all = lineList(lines)
  const index = all.findLastIndex(({ role }) => role === 'assistant')
  const last = all[index]
  const kept = KeptState.safeParse(last?.role === 'assistant' ? last.provider : undefined)
  // The last reply may come from another model: the agent's session would not contain it.
  if (!kept.success || kept.data.agent !== agent || kept.data.of !== session)
    return { state: undefined, last, fresh: all.slice(index + 1) }
  return { state: kept.data, last, fresh: all.slice(index + 1) }
}
