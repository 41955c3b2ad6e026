import { evolveBuild } from '../build/evolve-build.ts'
import { evolveDecisions } from '../decision/evolve-decisions.ts'
import type { Event } from '../event/event.ts'
import type { Modes } from '../modes/modes.ts'
import { renewProgress } from '../progress/progress.ts'
import { evolveResolutions } from '../resolution/evolve-resolutions.ts'
import type { Session } from '../state/session.ts'
import { evolveTask } from '../task/evolve-task.ts'
import { holdTasks } from '../task/hold-tasks.ts'
import { evolveMode } from './evolve-mode.ts'
import { evolveSession } from './evolve-session.ts'
import { restingAt } from './forked.ts'
import { keepTime } from './keep-time.ts'
import { learnFromCall } from './learn.ts'
import { steered } from './steered.ts'

/** A part of the fold. It gets the state from the parts above it, and the state `before` the event. */
type Fold = (session: Session, event: Event, before: Session, modes: Modes) => Session

/** The parts of the fold, in the order in which they see an event. Each says why it comes where it does. */
const folds: { readonly [name: string]: Fold } = {
  /** First: a fork ends the work of the original at the time of its last event, before the clock moves on. */
  time: (session, event, before) => ({
    ...restingAt(session, event),
    seq: event.seq,
    at: event.at,
    setBack: setBackBy(before, event),
  }),
  /** Starts and ends runs, so everything about a run comes after it. */
  session: evolveSession,
  /** Reads nothing but itself. */
  build: evolveBuild,
  /** Of what a model needs, as far as this run tells. */
  learned: learnFromCall,
  /** After the run has started, so that the person who started it steers it. A gate is looked up in the state before. */
  steering: (session, event, before) => steered(before, session, event),
  /** News restarts the count. The reply that brought it is counted below, with its task. */
  progress: renewProgress,
  /** Before the tasks: a vote is counted by the task that ends with this event, which is gone afterwards. */
  decisions: evolveDecisions,
  tasks: evolveTask,
  /** After the tasks, which keep the questions: the one about an outcome is over with it. */
  resolutions: evolveResolutions,
  /** Reads only its own data and the event. After the session, which creates the run it belongs to. */
  mode: (session, event, _before, modes) => evolveMode(session, event, modes),
  /** After everything that can start or end a wait: asks, questions, votes, tasks. */
  workingTime: (session, { at }) => keepTime(session, at),
  /** Last: a task's wait is measured in the run's working time. */
  heldTasks: (session, { at }) => holdTasks(session, at),
}

const inOrder: readonly Fold[] = Object.values(folds)

/** Applies an event and returns the new state. Never parses, never decides, never throws. */
export function evolve(before: Session, event: Event, modes: Modes): Session {
  let session = before
  for (const fold of inOrder) session = fold(session, event, before, modes)
  return session
}

/** How far the clock has gone back since the last recorded jump. */
function setBackBy({ at, setBack }: Session, event: Event): number {
  return event.type === 'clock.jumped' ? 0 : setBack + Math.max(0, at - event.at)
}
