import { confidenceOf, lastStated } from '../held.ts'
import { ownPosition, strengthOf } from '../position.ts'
import { type Answer, says } from './answer.ts'

/** The position last stated, and the option that has its words. */
export const finalPosition: Answer = (study) => {
  const position = lastStated(study) ?? ownPosition(study).position
  const { options } = study.ask
  const option = options.find((one) => one.option === position)?.option ?? options[0]?.option ?? position
  const { count, text } = strengthOf(study, option)
  const reason = count > 0 ? text : 'no file says more'
  return says(`POSITION: ${position}\nCONFIDENCE: ${confidenceOf(study)}\nVOTE: ${option}\nREASON: ${reason}`)
}
