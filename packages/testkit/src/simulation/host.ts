import type { Clock } from '@convene/engine'
import type { World } from './world.ts'

/** The process that a fake port belongs to: it lives or it does not, and its timers die with it. */
export interface Host {
  readonly world: World
  readonly name: string
  readonly clock: Clock
  readonly alive: boolean
  wait(ms: number): Promise<void>
}
