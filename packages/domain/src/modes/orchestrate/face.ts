import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'
import { orchestrateSettings } from './settings.ts'

export const orchestrateFace: Face = {
  name: 'orchestrate',
  summary: 'a lead assigns tasks to members who work in parallel, then combines their reports',
  traits: { ...plainTraits, led: true, checks: 'run', closing: 'reserve' },
  settings: orchestrateSettings,
}
