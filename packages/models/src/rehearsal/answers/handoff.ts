import { type Answer, says } from './answer.ts'

/** Whoever is offered a step in a rehearsal takes it: nobody here does it better. */
export const handoff: Answer = () => says('ACKNOWLEDGE')
