import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'
import { delegateSettings } from './settings.ts'

export const delegateFace: Face = {
  name: 'delegate',
  summary: 'an entry agent answers and delegates work to the others',
  traits: { ...plainTraits, entry: true, checks: 'run', closing: 'words' },
  settings: delegateSettings,
}
