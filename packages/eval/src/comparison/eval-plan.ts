import { Reasoning } from '@convene/domain'
import { z } from 'zod'
import { ArmName, ArmReply } from './arm.ts'
import { EvalQuestion } from './question.ts'

/** Everything an eval was started with: a resume asks the same questions in the same way. */
export const EvalPlan = z.object({
  version: z.literal(1),
  id: z.string(),
  /** The name of the question file, as shown to people. */
  name: z.string(),
  workspace: z.string(),
  createdAt: z.number(),
  arms: z.array(ArmName),
  model: z.string().nullable(),
  team: z.string().nullable(),
  /** How much the answering models think. Absent: the provider decides. */
  reasoning: Reasoning.optional(),
  judge: z.string().nullable(),
  grade: z.enum(['judge', 'human']),
  /** The models in each arm's seats: other models would make it a different result. */
  seats: z.record(z.string(), z.array(z.string())),
  questions: z.array(EvalQuestion),
  /** Answers from elsewhere, by arm and question. */
  recorded: z.record(z.string(), z.record(z.string(), ArmReply)),
})
export type EvalPlan = z.infer<typeof EvalPlan>

/** The events of an eval, one per line. The last line about a unit counts. */
export const EvalEntry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), unit: z.string(), session: z.string() }),
  z.object({ type: z.literal('replied'), unit: z.string(), reply: ArmReply }),
  /** The number of self-consistency samples per question. */
  z.object({ type: z.literal('sized'), samples: z.number().int().min(1), note: z.string() }),
  /** The user's grade: the arm with the better answer. Null is a tie. */
  z.object({ type: z.literal('graded'), pair: z.string(), better: z.string().nullable() }),
  z.object({ type: z.literal('ungraded'), pair: z.string() }),
])
export type EvalEntry = z.infer<typeof EvalEntry>
