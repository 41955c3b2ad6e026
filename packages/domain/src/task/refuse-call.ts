import { record, type Step } from '../effect/effect.ts'
import { fact } from '../event/event.ts'
import { placeOf, type Scene } from './scene.ts'
import type { Call } from './task.ts'

/** A call that is not run is a result that its agent can act on. */
export function refused({ run, task }: Scene, call: Call, output: string): Step {
  return record(fact('tool.finished', { call: call.id, ok: false, output, ms: 0 }, placeOf(run, task)))
}
