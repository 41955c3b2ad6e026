import type { Event, EventOf } from '../../../event/event.ts'
import { withEntry } from '../../../shared/record.ts'
import { seenIn } from './outcome.ts'
import { isChoice, isExperimentKey } from './places.ts'
import { blankExperiments, type Experiment, type ExperimentState } from './state.ts'

/** Records what is proposed, allowed, predicted and seen. The same object if an event says nothing about it. */
export function evolveExperiment(before: ExperimentState | undefined, event: Event): ExperimentState | undefined {
  const state = before ?? blankExperiments
  switch (event.type) {
    case 'task.assigned':
      return event.data.kind === 'experiment' && !event.data.via
        ? { ...state, asked: [...state.asked, event.data.to] }
        : before
    case 'experiment.proposed':
      return { ...state, proposals: [...state.proposals, proposalIn(event)] }
    case 'question.asked':
      return isChoice(event.data.id) ? { ...state, choices: withEntry(state.choices, event.data.id, null) } : before
    case 'question.answered':
      return answered(before, event)
    case 'experiment.opened':
      return { ...state, opened: [...state.opened, openedIn(event)] }
    default:
      return before ? evolveOpened(before, event) : before
  }
}

const proposalIn = ({ data, agent = '' }: EventOf<'experiment.proposed'>) => ({
  id: data.experiment,
  by: agent,
  what: data.what,
  check: data.check ?? null,
  expects: data.expects,
  refused: data.refused ?? null,
})

const openedIn = ({ data }: EventOf<'experiment.opened'>): Experiment => ({
  id: data.experiment,
  round: data.round,
  by: data.by,
  predictions: [],
  result: null,
  shown: null,
})

/** A choice of experiments, or the question that an experiment asks. */
function answered(before: ExperimentState | undefined, { data }: EventOf<'question.answered'>) {
  if (!before) return before
  if (data.id in before.choices) return { ...before, choices: withEntry(before.choices, data.id, data.answer) }
  return isExperimentKey(data.id) ? edited(before, { result: { seen: true, shows: data.answer, ms: 0 } }) : before
}

function evolveOpened(state: ExperimentState, event: Event): ExperimentState {
  switch (event.type) {
    case 'experiment.predicted': {
      const { option, confidence = null } = event.data
      const own = { agent: event.agent ?? '', option, confidence }
      const before = state.opened.at(-1)?.predictions ?? []
      return edited(state, { predictions: [...before.filter(({ agent }) => agent !== own.agent), own] })
    }
    case 'check.finished':
      return isExperimentKey(event.data.effect) ? edited(state, { result: seenIn(event.data) }) : state
    case 'effect.lost':
    case 'effect.aborted':
      return isExperimentKey(event.data.effect) ? edited(state, { result: CUT_OFF }) : state
    case 'experiment.finished': {
      const { seen, shows, option = null, message = null } = event.data
      return edited(state, { shown: { seen, shows, option, message } })
    }
    default:
      return state
  }
}

const CUT_OFF = { seen: false, shows: 'it was cut off, and an experiment runs only once', ms: 0 }

/** The newest experiment, changed. */
const edited = (state: ExperimentState, change: Partial<Experiment>): ExperimentState => ({
  ...state,
  opened: state.opened.map((one, at) => (at === state.opened.length - 1 ? { ...one, ...change } : one)),
})
