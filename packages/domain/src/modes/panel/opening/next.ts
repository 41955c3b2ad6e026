import { record, rest, type Step } from '../../../effect/effect.ts'
import { isFor } from '../../../mode/answers.ts'
import { assign } from '../../../mode/assign.ts'
import { conclude } from '../../../mode/conclude.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { roles } from '../setup/roles.ts'
import { headOf } from '../setup/seats.ts'
import { movePanel } from '../setup/table.ts'
import { questions } from './answers.ts'
import { protocolAtStart } from './frame.ts'
import { gate } from './gate.ts'
import { clarifyBrief, topicBrief } from './prompts.ts'
import type { OpeningContext } from './state.ts'

const MOST_ROUNDS = 3

/** Asks until the goal is clear, at most three times, then for the topic, then waits at the gate. */
export function clarify(context: OpeningContext): Step {
  const { run, panel } = context
  const {
    opening: { asked },
  } = panel
  if (panel.opening.questions.some(({ answer }) => answer === null)) return rest
  if (panel.opening.gate?.answer === 'reject') return ask(context, 'topic')
  if (panel.opening.drafts > 0) return record(movePanel(run, 'clarificationsComplete'), ...gate(context))
  if (asked === 0) return ask(context, 'clarify')
  const isOpen = panel.opening.questions.length > 0 && asked < MOST_ROUNDS
  if (!isOpen) return ask(context, 'topic')
  return record(movePanel(run, 'turnCompleted'), ...ask(context, 'clarify').record)
}

function ask(context: OpeningContext, kind: 'clarify' | 'topic'): Step {
  const { run, panel } = context
  const seat = headOf(run)
  if (!seat) return rest
  const number = (kind === 'clarify' ? panel.opening.asked : panel.opening.drafts) + 1
  const description =
    kind === 'clarify' ? clarifyBrief(context) : topicBrief(context, protocolAtStart(run, run.goal) === 'estimate')
  const place = `${kind}${number}`
  return record(
    ...assign(run, {
      place,
      seat,
      kind,
      description,
      ...(kind === 'clarify' && { answer: questions }),
      takes: forHead(context),
      execution: 'single',
      allowance: roles.head,
    }),
  )
}

/** What the user has said to the Head, or to no one in particular. */
export function forHead({ session, run }: OpeningContext): readonly MessageId[] {
  const seat = headOf(run)
  return seat ? session.queue.filter((id) => isFor(session, id, seat, [seat])) : []
}

/** Without its lead there is no topic, and therefore no panel. */
export function leadFailed({ session, run, panel }: OpeningContext): Step | undefined {
  if (!panel.opening.failed || run.limit) return undefined
  if (run.phase !== 'clarifying') return undefined
  const { code, message } = panel.opening.failed
  const summary = `The Head could not open the panel: ${message}`
  return conclude(session, run, { trigger: 'error', reason: '', summary, failure: code })
}
