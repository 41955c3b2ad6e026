import { ok, type Result } from '@convene/domain'
import type { GradingView } from '@convene/protocol'
import type { Handlers } from '@convene/server'
import { findEval } from '../run/eval-folder.ts'
import { openJournal } from '../run/journal.ts'
import { type Grading, gradePair, gradingOf } from '../run/pairs.ts'

/** Grading an eval's answers by hand. Each call reads the journal again, because the eval may still run elsewhere. */
export const gradingCalls: Handlers<'grading' | 'grade'> = {
  grading: async ({ program: { home } }, { id }) => {
    const plan = findEval(home, id)
    return plan.ok ? ok(viewOf(gradingOf(plan.value, openJournal(home, plan.value)))) : notFound(plan)
  },
  grade: async ({ program: { home } }, { id, pair, better }) => {
    const plan = findEval(home, id)
    if (!plan.ok) return notFound(plan)
    const graded = gradePair(plan.value, openJournal(home, plan.value), pair, better)
    return graded.ok ? ok(viewOf(graded.value)) : graded
  },
}

const notFound = ({ refusal }: Extract<Result<unknown>, { ok: false }>): Result<never> => ({
  ok: false,
  refusal: { ...refusal, code: 'not_found' },
})

const viewOf = ({ next, verdict, ...rest }: Grading): GradingView => ({
  ...rest,
  next: next && { ...next, answers: [...next.answers] },
  verdict: [...verdict],
})
