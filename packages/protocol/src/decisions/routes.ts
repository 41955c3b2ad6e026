import { z } from 'zod'
import { pageOf, Time } from '../shared.ts'

const Share = z.number().min(0).max(1)

/** A committed decision with its votes and outcome. */
export const DecisionView = z
  .object({
    session: z.string(),
    run: z.string(),
    decision: z.string(),
    question: z.string(),
    topic: z.string(),
    options: z.array(z.string()),
    /** Null if it was left open. */
    chosen: z.string().nullable(),
    how: z.string(),
    isRehearsal: z.boolean(),
    at: Time,
    /** When to check how it turned out. */
    reviewBy: Time,
    reminder: z.string().describe('The decision as a reminder: `Six weeks ago: Go, 2 : 1. How did it turn out?`'),
    votes: z.array(
      z.object({ voter: z.string(), model: z.string(), option: z.string(), confidence: z.number().nullable() }),
    ),
    resolved: z
      .object({
        outcome: z.enum(['option', 'none', 'unclear']),
        option: z.string().nullable(),
        by: z.string(),
        note: z.string(),
        at: Time,
      })
      .nullable(),
  })
  .meta({ id: 'Decision' })
export type DecisionView = z.infer<typeof DecisionView>

/** How often models and teams were right in decisions with an outcome. */
export const RecordsView = z
  .object({
    resolved: z.number(),
    unresolved: z.number(),
    teamRight: z.number(),
    models: z.array(
      z.object({
        model: z.string(),
        votes: z.number(),
        right: z.number(),
        stated: z.object({ votes: z.number(), said: Share, was: Share, brier: Share }).nullable(),
      }),
    ),
    pairs: z.array(
      z.object({
        models: z.array(z.string()),
        together: z.number(),
        bothWrong: z.number(),
        sameWrong: z.number(),
      }),
    ),
  })
  .meta({ id: 'Records' })
export type RecordsView = z.infer<typeof RecordsView>

/** Calls about the decisions of all sessions. */
export const decisionRoutes = {
  decisions: {
    method: 'GET',
    path: '/api/decisions',
    summary: 'Committed decisions of all sessions, newest first, with their votes and outcomes.',
    query: z.object({
      unresolved: z.enum(['0', '1']).optional().describe('1: only those without an outcome.'),
      due: z.enum(['0', '1']).optional().describe('1: only those whose review date has passed, without an outcome.'),
    }),
    response: pageOf(DecisionView),
  },
  records: {
    method: 'GET',
    path: '/api/records',
    summary: 'How often models and teams were right, from decisions with an outcome.',
    response: RecordsView,
  },
} as const
