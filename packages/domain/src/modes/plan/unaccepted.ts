import { passText } from '../../check/check-text.ts'
import { isExcused, type Seen } from '../../check/proof.ts'
import { seenOf } from '../../checked-work/work.ts'
import type { StepView } from '../../mode/view.ts'
import { type Run, seatName } from '../../state/session.ts'
import { countText } from '../../text/amounts.ts'
import { workOf } from './checks.ts'
import { leadOf } from './form-team.ts'
import type { Plan } from './state.ts'

type Reviewed = Pick<StepView, 'id' | 'state' | 'against' | 'remark' | 'seen'>
type Steps = { readonly steps: readonly Reviewed[] }

/** `1 step not accepted by a review, 1 step accepted against its review`. Empty if there is none. */
export const unacceptedText = (plan: Steps): string =>
  partsOf(plan)
    .map(({ text }) => text)
    .join(', ')

/** The check of a step that failed when it last ran. */
const failedCheck = ({ seen }: Reviewed): Seen | undefined =>
  seen.find((one) => (one.final ?? one.after ?? one.earlier)?.outcome === 'failed' && !isExcused(one))

/** What its owner reported as done, and nothing else says so: a check failed, a review said no, or nobody looked. */
const lacks: readonly { readonly words: string; readonly has: (step: Reviewed) => boolean }[] = [
  { words: 'whose check failed', has: (step) => failedCheck(step) !== undefined },
  { words: 'not accepted by a review', has: ({ remark }) => remark !== null },
  { words: 'not reviewed', has: () => true },
]

const partsOf = ({ steps }: Steps) =>
  [
    ...lacks.map(({ words }) => ({ words, steps: steps.filter((step) => lackOf(step) === words) })),
    { words: 'accepted against its review', steps: steps.filter(({ against }) => against) },
  ].flatMap(({ steps: found, words }) =>
    found.length === 0 ? [] : [{ steps: found, text: `${countText(found.length, 'step')} ${words}` }],
  )

const lackOf = (step: Reviewed): string | undefined =>
  step.state === 'finished' ? lacks.find(({ has }) => has(step))?.words : undefined

/**
 * What a plan's result begins with, so that its author cannot claim work that no review accepted. If none was accepted
 * at all, the author's words are not the answer.
 */
export function withUnaccepted(run: Run, plan: Plan, result: string): string {
  const steps = plan.steps.map((step) => ({ ...step, seen: seenOf(workOf(run, plan, step)) }))
  const lines = partsOf({ steps }).map(({ steps: found, text }) => `**${text}:** ${found.map(named).join(', ')}.`)
  const isNothing = lines.length > 0 && !steps.some(({ state }) => state === 'accepted')
  const said = isNothing && result !== '' ? [`## What ${seatName(run, leadOf(run).slug)} says`, result] : [result]
  return [...lines, ...said].filter((part) => part !== '').join('\n\n')
}

function named(step: Reviewed): string {
  const { id, remark, against } = step
  const failed = against ? undefined : failedCheck(step)
  if (failed) return `${id} (${failed.check.kind === 'command' ? `\`${failed.check.run}\`` : passText(failed.check)})`
  return against && remark ? `${id} [${remark}]` : id
}
