import { lacksOutcome, type RecordedDecision, summarize } from '@convene/domain'
import type { DecisionView } from '@convene/protocol'
import type { Handlers } from '../context.ts'
import { timeText } from '../sessions/row-view.ts'

/** What teams decided in all sessions, and what the outcomes say about models. */
export const decisionHandlers: Handlers<'decisions' | 'records'> = {
  decisions: async ({ program }, { unresolved }) => {
    const { log } = await program.store()
    const shown = (await log.decisions()).filter((each) => unresolved !== '1' || lacksOutcome(each))
    return { ok: true, value: { items: shown.toReversed().map(viewOf), next: null } }
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

function viewOf({ ballots, options, at, resolved, ...rest }: RecordedDecision): DecisionView {
  return {
    ...rest,
    options: [...options],
    votes: ballots.map((ballot) => ({ ...ballot })),
    at: timeText(at),
    resolved: resolved && { ...resolved, at: timeText(resolved.at) },
  }
}
