import type { Clock } from '@convene/engine'
import type { World } from './world.ts'

/** The process that a fake port belongs to: if it dies, so do its timers. */
export interface Host {
  readonly world: World
  readonly name: string
  readonly clock: Clock
  readonly alive: boolean
  wait(ms: number): Promise<void>
}
