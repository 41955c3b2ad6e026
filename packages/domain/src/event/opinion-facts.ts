import { z } from 'zod'
import { MessageId } from '../shared/ids.ts'

/** Words of an answer, to the letter apart from Markdown and case. */
export const Passage = z.object({ agent: z.string(), message: MessageId, text: z.string() })
export type Passage = z.infer<typeof Passage>

/** A statement about independent answers, with the passages it rests on. `disputed`: they contradict each other. */
export const CommonPoint = z.object({
  kind: z.enum(['all', 'some', 'disputed']),
  text: z.string(),
  passages: z.array(Passage),
})
export type CommonPoint = z.infer<typeof CommonPoint>

/** What independent answers have in common. */
export const opinionFacts = {
  'opinions.compared': z.object({ by: z.string(), points: z.array(CommonPoint) }),
} as const
