import { ballot, casting } from './ballot/answers.ts'
import { converged, grouping, nextSpeaker } from './debate/answers.ts'
import { arguedVote, choice, firstPosition, position } from './debate/contribution-answers.ts'
import { chance, quantiles } from './estimate/answers.ts'
import { experiment, prediction } from './experiment/answers.ts'
import { questions } from './opening/answers.ts'

/** The answers of a panel's agents that programs read, in the order of its rooms. */
export const panelAnswers = [
  questions,
  chance,
  quantiles,
  position,
  firstPosition,
  arguedVote,
  choice,
  experiment,
  prediction,
  ballot,
  grouping,
  converged,
  nextSpeaker,
  casting,
]
