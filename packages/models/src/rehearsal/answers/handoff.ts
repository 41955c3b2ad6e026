import { type Answer, says } from './answer.ts'

/** Always accepts the step: in a rehearsal every member would do it equally well. */
export const handoff: Answer = () => says('ACKNOWLEDGE')
