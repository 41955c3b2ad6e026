import { decisionBy } from '../decision/decision.ts'
import { distinctOptions } from '../decision/options.ts'
import { propose, voters } from '../decision/propose.ts'
import type { Fact } from '../event/event.ts'
import type { Run, Session } from '../session/state.ts'
import { successorOf } from './form-team.ts'
import { moveTo } from './move.ts'
import type { StepRun } from './plan.ts'

/** Why a step is put to a vote. */
type About = 'blocked' | 'budget' | 'review' | 'conflict'

const DROP = 'drop the step'
const AGAIN = 'try again'
const AS_IT_IS = 'accept what there is'
const usual: { readonly [about in About]: readonly string[] } = {
  blocked: [AGAIN, DROP],
  budget: [AS_IT_IS, 'go on with the same budget once more', DROP],
  review: ['accept as is', 'reassign', DROP],
  conflict: ['do the step again on what is there now', 'leave its changes out'],
}

const topics: { readonly [about in About]: (step: StepRun, reason: string) => string } = {
  blocked: ({ id }, reason) => `Step ${id} is blocked: ${reason}`,
  budget: ({ id }, reason) => `Step ${id} has ended early: ${reason}`,
  review: ({ id }, reason) => `Step ${id} was sent back a third time: ${reason}`,
  conflict: ({ id }, reason) => `The changes of step ${id} do not fit: ${reason}`,
}

type Question = { readonly about: About; readonly reason: string; readonly options?: readonly string[] }

/** Puts it to the team how a step goes on. */
export function putToVote(
  { session, run }: { readonly session: Session; readonly run: Run },
  step: StepRun,
  { about, reason, options = [] }: Question,
): readonly Fact[] {
  const own = distinctOptions(options)
  return propose(session, run, {
    id: `${run.number > 1 ? `run${run.number}-` : ''}${about}-${step.id}-${numberOf(step)}`,
    topic: topics[about](step, reason),
    options: own.length >= 2 ? own : usual[about],
    evidence: evidenceOf(step),
    eligible: voters(run),
    by: step.owner,
    step: step.id,
  })
}

/** Which time it is blocked: it may be so already, or is about to be. */
const numberOf = ({ state, blocks }: StepRun): number => (state === 'blocked' ? blocks : blocks + 1)

const evidenceOf = ({ description, acceptance, report }: StepRun): string =>
  [description, acceptance && `Acceptance: ${acceptance}`, report?.text].filter(Boolean).join('\n\n')

/** The team has decided to take what a step has come to: its changes are to be taken over. */
export const isAcceptedAsIs = (session: Session, { state, decision }: StepRun): boolean =>
  state === 'blocked' && decision !== null && decisionBy(session.decisions, decision)?.committed?.option === AS_IT_IS

/** How a step goes on after the team has decided; nothing while it has not. */
export function heed(session: Session, run: Run, step: StepRun): readonly Fact[] {
  const committed = step.decision === null ? null : decisionBy(session.decisions, step.decision)?.committed
  if (!committed) return []
  const { option, rationale } = committed
  switch (option) {
    case AS_IT_IS:
      return step.captured || step.conflict !== null ? [moveTo(step, 'finished', { reason: option })] : []
    case DROP:
      return [moveTo(step, 'skipped', { reason: 'dropped by decision' })]
    case 'accept what there is':
    case 'leave its changes out':
      return [moveTo(step, 'finished', { reason: option })]
    case 'accept as is':
      return [moveTo(step, 'accepted', { reason: 'accepted as is, by decision' })]
    case 'reassign':
      return [reassigned(run, step)]
    default: {
      const reason = `Decided: ${option}. ${rationale.split('\n')[0] ?? ''}`.trim()
      return [moveTo(step, 'pending', { reason })]
    }
  }
}

function reassigned(run: Run, step: StepRun): Fact {
  const next = successorOf(run, step)
  if (!next) return moveTo(step, 'failed', { reason: 'there is nobody to reassign it to' })
  return moveTo(step, 'pending', { reason: `Reassigned from ${step.owner}: ${step.reason}`, owner: next.slug })
}
