import type { Face } from '../../mode/mode.ts'
import { plainTraits } from '../../trait/traits.ts'
import { declaredPlanSettings } from './settings.ts'

export const planFace: Face = {
  name: 'plan',
  summary: 'a planner writes a plan, members carry out its steps under tool policies, and other members review them',
  traits: {
    ...plainTraits,
    worktrees: true,
    checks: 'steps',
    accounts: true,
    closing: 'reserve',
    // The approval of a plan belongs to the stage it was written in.
    stages: { awaiting_approval: 'plan' },
  },
  settings: declaredPlanSettings,
}
