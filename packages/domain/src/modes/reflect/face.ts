import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'
import { orchestrateFace } from '../orchestrate/face.ts'

export const reflectFace: Face = {
  name: 'reflect',
  summary: 'orchestrate in iterations, each with an evaluation, until the goal is met',
  traits: { ...plainTraits, led: true, judged: true, checks: 'run', closing: 'reserve' },
  settingsOf: orchestrateFace.name,
}
