import { transitionIn } from '../../mode/transition.ts'
import { withCommonRows } from '../../mode/transitions.ts'

const failing = { iterationFailed: 'planning', errorBudget: 'cancelled' }

export const reflectTransitions = withCommonRows(
  {
    idle: { userSubmitted: 'planning' },
    planning: {
      planRefused: 'planning',
      planned: 'dispatching',
      leadSatisfied: 'completed',
      nothingLeft: 'cancelled',
      incomplete: 'cancelled',
      ...failing,
    },
    dispatching: { dispatched: 'collecting', ...failing },
    collecting: { reported: 'synthesizing', ...failing },
    synthesizing: { synthesisComplete: 'evaluating', limitReached: 'cancelled', ...failing },
    evaluating: {
      goalMet: 'completed',
      incomplete: 'cancelled',
      iterate: 'planning',
      maxIterations: 'cancelled',
      stalled: 'cancelled',
      limitReached: 'cancelled',
      ...failing,
    },
  },
  'synthesizing',
)

export const moveReflect = transitionIn(reflectTransitions)
