import { transitionIn } from '../../mode/transition.ts'
import { withCommonRows } from '../../mode/transitions.ts'

export const orchestrateTransitions = withCommonRows(
  {
    idle: { userSubmitted: 'planning' },
    planning: { planRefused: 'planning', planned: 'dispatching' },
    dispatching: { dispatched: 'collecting' },
    collecting: { reported: 'synthesizing' },
    synthesizing: { synthesisComplete: 'completed', incomplete: 'cancelled' },
  },
  'synthesizing',
)

export const moveOrchestrate = transitionIn(orchestrateTransitions)
