import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'

export const broadcastFace: Face = {
  name: 'broadcast',
  summary: 'every member answers the same goal, in parallel and independently',
  traits: { ...plainTraits, picks: true, accounts: true },
}
