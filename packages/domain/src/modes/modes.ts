import type { Mode } from '../mode/mode.ts'
import { agentMode } from './agent/mode.ts'
import { broadcast } from './broadcast/mode.ts'
import { delegation } from './delegate/mode.ts'
import { orchestrate } from './orchestrate/mode.ts'
import { panel } from './panel/mode.ts'
import { plan } from './plan/mode.ts'
import { reflect } from './reflect/mode.ts'
import { sequential } from './sequential/mode.ts'

export type Modes = { readonly [name: string]: Mode }

/** All modes. Each mode has different data, which costs a cast here and nowhere else. */
export const modes: Modes = Object.fromEntries(
  [agentMode, broadcast, sequential, delegation, orchestrate, reflect, panel, plan].map((mode) => [
    mode.name,
    mode as unknown as Mode,
  ]),
)
