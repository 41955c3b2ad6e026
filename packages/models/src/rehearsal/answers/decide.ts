import { favourite, isClear, reasonFor, weigh } from '../weigh.ts'
import { type Answer, says } from './answer.ts'

/** The lead's decision: among the options with the most votes, the one that most files mention. */
export const decide: Answer = (study) => {
  const { options } = study.ask
  const most = Math.max(0, ...options.map(({ votes }) => votes))
  const first = options.filter(({ votes }) => votes === most)
  const best = favourite(study, first)
  if (!best) return says('There is nothing to decide.')
  return says(`DECISION: ${best.option}\nREASON: ${reasonFor(best, isClear(weigh(study, first), best))}`)
}
