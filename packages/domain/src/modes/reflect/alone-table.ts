import { transitionIn } from '../../mode/transition.ts'
import { withCommonRows } from '../../mode/transitions.ts'

/** A single agent's run: if it reflects, the working phase also accepts the ends of rounds. */
export const aloneTransitions = withCommonRows(
  {
    idle: { userSubmitted: 'running' },
    running: {
      answered: 'completed',
      incomplete: 'cancelled',
      goalMet: 'completed',
      iterate: 'running',
      iterationFailed: 'running',
      maxIterations: 'cancelled',
      stalled: 'cancelled',
      errorBudget: 'cancelled',
    },
  },
  'cancelled',
)

export const transitionAlone = transitionIn(aloneTransitions)
