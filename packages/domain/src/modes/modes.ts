import type { Mode } from '../mode/mode.ts'
import { plainTraits, type Traits } from '../trait/traits.ts'
import { agentMode } from './agent/mode.ts'
import { broadcast } from './broadcast/mode.ts'
import { delegation } from './delegate/mode.ts'
import { orchestrate } from './orchestrate/mode.ts'
import { panel } from './panel/mode.ts'
import { plan } from './plan/mode.ts'
import { reflect } from './reflect/mode.ts'
import { sequential } from './sequential/mode.ts'

export type Modes = { readonly [name: string]: Mode }

/** The mode if nothing but the number of agents is known. */
export const usualMode = (agents: number): string => (agents > 1 ? broadcast : agentMode).name

/** How a mode differs from others. A mode that this version does not know has no peculiarity. */
export const traitsOf = (mode: string): Traits => modes[mode]?.traits ?? plainTraits

/** Whether the user can have a seat. */
export const seatsUser = (mode: string): boolean => modes[mode]?.user.turn !== undefined

/** All modes. Each mode has different data, which costs a cast here and nowhere else. */
export const modes: Modes = Object.fromEntries(
  [agentMode, broadcast, sequential, delegation, orchestrate, reflect, panel, plan].map((mode) => [
    mode.name,
    mode as unknown as Mode,
  ]),
)
