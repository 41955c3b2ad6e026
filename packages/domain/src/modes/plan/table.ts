import { transitionIn } from '../../mode/transition.ts'
import { type Transitions, withCommonRows } from '../../mode/transitions.ts'

export const planTransitions: Transitions = withCommonRows(
  {
    idle: { userSubmitted: 'initialized' },
    initialized: { teamFormed: 'team_formed' },
    team_formed: { planningStarted: 'planning' },
    planning: { planReady: 'awaiting_approval', planCommitted: 'executing' },
    awaiting_approval: { userApproved: 'executing', userRejected: 'planning' },
    executing: { stepsFinished: 'reviewing' },
    reviewing: { stepReopened: 'executing', reviewComplete: 'completed', incomplete: 'cancelled' },
  },
  'reviewing',
)

export const movePlan = transitionIn(planTransitions)
