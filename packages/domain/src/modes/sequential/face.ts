import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'

export const sequentialFace: Face = {
  name: 'sequential',
  summary: 'members answer one after another, each seeing the earlier answers',
  traits: { ...plainTraits, chain: true },
}
