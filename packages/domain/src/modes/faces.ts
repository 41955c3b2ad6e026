import type { Face } from '../mode/mode.ts'
import { plainTraits, type Traits } from '../trait/traits.ts'
import { agentFace } from './agent/face.ts'
import { broadcastFace } from './broadcast/face.ts'
import { delegateFace } from './delegate/face.ts'
import { orchestrateFace } from './orchestrate/face.ts'
import { panelFace } from './panel/face.ts'
import { planFace } from './plan/face.ts'
import { reflectFace } from './reflect/face.ts'
import { sequentialFace } from './sequential/face.ts'

/**
 * The faces of all modes, in the order that people see them. For everything that only needs names, options or traits: the
 * modes themselves are most of the program.
 */
export const faces: { readonly [name: string]: Face } = Object.fromEntries(
  [agentFace, broadcastFace, sequentialFace, delegateFace, orchestrateFace, reflectFace, panelFace, planFace].map(
    (face) => [face.name, face],
  ),
)

/** The mode if nothing but the number of agents is known. */
export const usualMode = (agents: number): string => (agents > 1 ? broadcastFace : agentFace).name

/** How a mode differs from others. A mode that this version does not know has no peculiarity. */
export const traitsOf = (mode: string): Traits => faces[mode]?.traits ?? plainTraits

/** Whether the user can have a seat. */
export const seatsUser = (mode: string): boolean => traitsOf(mode).userSeat
