import { favourite, isClear, reasonFor, weigh } from '../weigh.ts'
import { type Answer, says } from './answer.ts'

/** Only the lines of a vote, for the option that most files mention. */
export const vote: Answer = (study) => {
  const { options } = study.ask
  const best = favourite(study, options)
  if (!best) return says('There is nothing to vote on.')
  const clear = isClear(weigh(study, options), best)
  return says(`VOTE: ${best.option}\nREASON: ${reasonFor(best, clear)}\nCONFIDENCE: ${clear ? 40 : 10}`)
}
