import type { Event, EventOf } from '@convene/domain'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

/** What an agent must know when it continues. */
export const rulesOfTelling: readonly Rule[] = [
  { invariant: 'I14 an agent that continues a step knows the goal', broken: withoutGoal },
  { invariant: 'I14 an agent that continues a step knows why', broken: withoutReason },
  { invariant: 'I14 an agent that continues a step knows the findings', broken: withoutFindings },
  { invariant: 'I14 an agent that plans again knows the goal and the evaluation', broken: withoutEvaluation },
]

const since = ({ events, run }: Ledger): readonly Event[] => (run ? events.slice(events.lastIndexOf(run)) : [])
const bare = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
const holds = (text: string, part: string): boolean => bare(text).includes(bare(part))

/** An ask for a step that was tried before, and the step's earlier states. */
function continued(ledger: Ledger, event: Event): EventOf<'task.assigned'> | undefined {
  if (event.type !== 'task.assigned' || event.data.kind !== 'work' || event.data.via !== undefined) return undefined
  if (event.step === undefined || ledger.run?.data.mode !== 'plan') return undefined
  const before = since(ledger).some((one) => one.type === 'task.assigned' && one.step === event.step && isRun(one))
  return before ? event : undefined
}

const isRun = (event: EventOf<'task.assigned'>): boolean => event.data.kind === 'work' && event.data.via === undefined

function withoutGoal(ledger: Ledger, event: Event): string | undefined {
  const ask = continued(ledger, event)
  const goal = ledger.run?.data.goal ?? ''
  return ask && !holds(ask.data.description, goal) ? `${ask.task} does not say what the goal is` : undefined
}

/** The latest reason for repeating the step. */
function withoutReason(ledger: Ledger, event: Event): string | undefined {
  const ask = continued(ledger, event)
  if (!ask) return undefined
  const moves = since(ledger).flatMap((one) =>
    one.type === 'step.state' && one.data.step === ask.step ? [one.data] : [],
  )
  const reason = moves.findLast(
    ({ to, from }) => to !== 'running' && (to === 'reopened' || to === 'pending' || from === 'blocked'),
  )
  return reason?.reason && !holds(ask.data.description, reason.reason.split('\n')[0] ?? '')
    ? `${ask.task} does not say: ${reason.reason}`
    : undefined
}

/** The report of the previous attempt, if it wrote one. */
function withoutFindings(ledger: Ledger, event: Event): string | undefined {
  const ask = continued(ledger, event)
  if (!ask) return undefined
  const reported = since(ledger).findLast(
    (one) =>
      one.type === 'message' && one.data.kind === 'report' && one.step === ask.step && !one.parent?.includes('/'),
  )
  const isLast = lastRunOf(ledger, ask)?.task === reported?.task
  return reported?.id && isLast && !ask.data.shows?.includes(reported.id as never)
    ? `${ask.task} is not shown ${reported.id}, its last report`
    : undefined
}

const lastRunOf = (ledger: Ledger, ask: EventOf<'task.assigned'>): Event | undefined =>
  since(ledger).findLast((one) => one.type === 'task.assigned' && one.step === ask.step && isRun(one))

function withoutEvaluation(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.assigned' || event.data.kind !== 'plan' || ledger.run?.data.mode !== 'reflect')
    return undefined
  const evaluation = since(ledger).findLast(
    (one) => one.type === 'evaluation' || (one.type === 'task.assigned' && one.data.kind === 'plan'),
  )
  if (evaluation?.type !== 'evaluation') return undefined
  const { rationale } = evaluation.data
  return holds(event.data.description, rationale.slice(0, 100)) ? undefined : `${event.task} does not say: ${rationale}`
}
