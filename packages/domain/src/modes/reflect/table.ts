import { transitionIn } from '../../mode/transition.ts'
import { withCommonRows } from '../../mode/transitions.ts'

const failing = { iterationFailed: 'planning', errorBudget: 'cancelled' }

export const transitions = withCommonRows(
  {
    idle: { userSubmitted: 'planning' },
    planning: {
      planRefused: 'planning',
      planned: 'dispatching',
      leadSatisfied: 'completed',
      nothingLeft: 'cancelled',
      ...failing,
    },
    dispatching: { dispatched: 'collecting', ...failing },
    collecting: { reported: 'synthesizing', ...failing },
    synthesizing: { synthesisComplete: 'evaluating', limitReached: 'completed', ...failing },
    evaluating: {
      goalMet: 'completed',
      iterate: 'planning',
      maxIterations: 'cancelled',
      stalled: 'cancelled',
      limitReached: 'completed',
      ...failing,
    },
  },
  'synthesizing',
)

export const transition = transitionIn(transitions)
