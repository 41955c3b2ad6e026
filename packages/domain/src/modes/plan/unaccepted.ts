import { countText } from '../../text/amounts.ts'
import type { StepRun } from './state.ts'

type Reviewed = Pick<StepRun, 'state' | 'against'>
type Steps<S extends Reviewed> = { readonly steps: readonly S[] }

/** Steps whose owner reported them as done, and which no review accepted. */
const unacceptedIn = <S extends Reviewed>({ steps }: Steps<S>) => steps.filter(({ state }) => state === 'finished')

/** Steps that the team accepted although the last review sent them back. */
const againstIn = <S extends Reviewed>({ steps }: Steps<S>) => steps.filter(({ against }) => against)

/** `1 step not accepted by a review, 1 step accepted against its review`. Empty if there is none. */
export const unacceptedText = (plan: Steps<Reviewed>): string =>
  partsOf(plan)
    .map(({ text }) => text)
    .join(', ')

const partsOf = <S extends Reviewed>(plan: Steps<S>) =>
  [
    { steps: unacceptedIn(plan), words: 'not accepted by a review' },
    { steps: againstIn(plan), words: 'accepted against its review' },
  ].flatMap(({ steps, words }) =>
    steps.length === 0 ? [] : [{ steps, text: `${countText(steps.length, 'step')} ${words}` }],
  )

/** What a plan's result begins with, so that its author cannot claim work that no review accepted. */
export function withUnaccepted(plan: Steps<StepRun>, result: string): string {
  const lines = partsOf(plan).map(({ steps, text }) => {
    const named = steps.map(({ id, remark, against }) => (against && remark ? `${id} [${remark}]` : id))
    return `**${text}:** ${named.join(', ')}.`
  })
  return [...lines, result].filter((part) => part !== '').join('\n\n')
}
