import { countText } from '../../text/amounts.ts'
import type { Plan } from './state.ts'

/** Steps whose owner reported them as done, and which no review accepted. */
const unacceptedIn = ({ steps }: Pick<Plan, 'steps'>) => steps.filter(({ state }) => state === 'finished')

/** `1 step not accepted by a review`. Empty if there is none. */
export function unacceptedText(plan: Pick<Plan, 'steps'>): string {
  const { length } = unacceptedIn(plan)
  return length === 0 ? '' : `${countText(length, 'step')} not accepted by a review`
}

/** What a plan's result begins with, so that its author cannot claim work that nobody accepted. */
export function withUnaccepted(plan: Pick<Plan, 'steps'>, result: string): string {
  const text = unacceptedText(plan)
  if (text === '') return result
  const ids = unacceptedIn(plan).map(({ id }) => id)
  return [`**${text}:** ${ids.join(', ')}.`, result].filter((part) => part !== '').join('\n\n')
}
