import type { RecordedDecision } from '@convene/domain'
import type { DecisionView } from '@convene/protocol'
import { dueDecisions, isOfEval, lacksOutcome, reminderOf, reviewTime, summarize } from '@convene/reading'
import type { Handlers } from '../context.ts'
import { timeText } from '../sessions/row-view.ts'

/** What teams decided in all sessions, and what the outcomes say about models. */
export const decisionHandlers: Handlers<'decisions' | 'records'> = {
  decisions: async ({ program }, { unresolved, due }) => {
    const { log } = await program.store()
    const now = program.now()
    const all = await log.decisions()
    const wanted = (each: RecordedDecision) => !isOfEval(each) && (unresolved !== '1' || lacksOutcome(each))
    const shown = due === '1' ? dueDecisions(all, now) : all.filter(wanted).toReversed()
    return { ok: true, value: { items: shown.map((each) => viewOf(each, now)), next: null } }
  },
  records: async ({ program }) => {
    const { log } = await program.store()
    const { models, pairs, ...rest } = summarize(await log.decisions())
    return {
      ok: true,
      value: { ...rest, models: [...models], pairs: pairs.map((pair) => ({ ...pair, models: [...pair.models] })) },
    }
  },
}

function viewOf(decision: RecordedDecision, now: number): DecisionView {
  const { ballots, options, at, resolved, ...rest } = decision
  return {
    ...rest,
    options: [...options],
    votes: ballots.map((ballot) => ({ ...ballot })),
    at: timeText(at),
    reviewBy: timeText(reviewTime(decision)),
    reminder: reminderOf(decision, now),
    resolved: resolved && { ...resolved, at: timeText(resolved.at) },
  }
}
