import { confidenceOf, lastStated, ownPosition, strengthOf } from '../held.ts'
import { type Answer, says } from './answer.ts'

/** The position last stated, and the option that has its words. */
export const finalPosition: Answer = (study) => {
  const position = lastStated(study) ?? ownPosition(study)
  const { options } = study.ask
  const option = options.find((one) => one.option === position)?.option ?? options[0]?.option ?? position
  const words = strengthOf(study, option)
  const reason = words > 0 ? `the file it names has ${words} of the goal's words` : 'no file says more'
  return says(`POSITION: ${position}\nCONFIDENCE: ${confidenceOf(study)}\nVOTE: ${option}\nREASON: ${reason}`)
}
