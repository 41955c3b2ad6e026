import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'
import { agentOptions } from './options.ts'

export const agentFace: Face = {
  name: 'agent',
  summary: 'one agent works on the goal with its tools',
  traits: { ...plainTraits, alone: true, checks: 'run', closing: 'words' },
  options: agentOptions,
}
