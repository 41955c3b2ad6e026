import { z } from 'zod'

/** The progress of the user's grading of an eval, and the next two answers, without names. */
const GradingView = z
  .object({
    name: z.string(),
    graded: z.number(),
    total: z.number(),
    next: z
      .object({
        number: z.number(),
        question: z.string(),
        rubric: z.string(),
        answers: z.array(z.string()),
      })
      .nullable(),
    /** The last graded pair, for an undo. */
    last: z.number().nullable(),
    /** The eval's verdict, once everything is graded. */
    verdict: z.array(z.string()),
  })
  .meta({ id: 'Grading' })
export type GradingView = z.infer<typeof GradingView>

/** Calls about grading an eval's answers by hand. */
export const evalRoutes = {
  grading: {
    method: 'GET',
    path: '/api/evals/:id/grading',
    summary: 'The grading progress of an eval, and the next pair of answers, without the names of their arms.',
    response: GradingView,
  },
  grade: {
    method: 'POST',
    path: '/api/evals/:id/grading',
    summary: 'Says which answer of a pair is better: 1, 2, or 0 for a tie. Null withdraws the grade.',
    body: z.object({
      pair: z.number().int().min(1),
      better: z.union([z.literal(0), z.literal(1), z.literal(2)]).nullable(),
    }),
    response: GradingView,
  },
} as const
