import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'
import { declaredPanelSettings } from './setup/settings.ts'

export const panelFace: Face = {
  name: 'panel',
  summary:
    'a head convenes panelists who vote blind and debate what splits them, or discuss under a moderator; the report includes the minority view',
  traits: {
    ...plainTraits,
    userSeat: true,
    anonymous: true,
    decides: true,
    rounds: true,
    countsTurns: true,
    closing: 'reserve',
    ways: ['decide', 'discuss', 'estimate'],
    // Reports and arguments are part of the discussion.
    results: ['synthesis', 'answer'],
  },
  settings: declaredPanelSettings,
}
