import { checkFirst, checkNow } from '../checked-work/run-work.ts'
import { nextDecisions } from '../decision/next-decisions.ts'
import { record, rest, type Step, want } from '../effect/effect.ts'
import { failRun } from '../mode/conclude.ts'
import type { Mode } from '../mode/mode.ts'
import { summaryTask } from '../mode/own-tasks.ts'
import type { Modes } from '../modes/modes.ts'
import { messageBy } from '../prompt/ask.ts'
import { nextResolutions } from '../resolution/next-resolutions.ts'
import type { MessageId } from '../shared/ids.ts'
import { isFinal, isPaused, openTasks, type Run, type Session } from '../state/session.ts'
import { nextTask } from '../task/next-task.ts'
import { staggered, waitsToTell } from '../task/rate-limit.ts'
import { admit } from './admit.ts'
import { progressLimit } from './progress-limit.ts'
import { timeLimit } from './time-limit.ts'

/** Facts that follow now, or effects that should be running. Cheap: returns keys and builds no prompt. */
export function next(session: Session, modes: Modes): Step {
  const step = nextOfRun(session, modes)
  if (step.record.length > 0 || session.resolutions === undefined || isPaused(session)) return step
  const resolved = nextResolutions(session)
  return resolved.record.length > 0 ? resolved : want(...step.want, ...resolved.want)
}

function nextOfRun(session: Session, modes: Modes): Step {
  const run = session.run
  if (!run || run.phase === 'idle') return rest
  // Exactly what is in progress: computed from anything else, a pause would abort these calls.
  if (run.phase === 'paused') return want(...Object.values(session.started))
  const mode = modes[run.mode]
  if (!mode) return record(...failRun(session, 'unknown_mode', `This version does not know the mode ${run.mode}.`))
  const time = timeLimit(session, run, mode)
  if (time.record.length > 0) return time
  const useless = progressLimit(session, run, mode)
  if (useless.record.length > 0) return useless
  const tasks = nextTasks(session, run, mode)
  if (tasks.record.length > 0) return tasks
  const decided = nextDecisions(session, run)
  if (decided.record.length > 0) return decided
  const moved = isFinal(run.phase) ? afterEnd(session, run, mode) : (checkFirst(run) ?? moveOn(session, run, mode))
  if (moved.record.length > 0) return moved
  return admit(session, [...tasks.want, ...decided.want, ...moved.want, ...time.want], mode)
}

/** No run ends before its checks have run. After them, the end is computed again, with their results. */
function moveOn(session: Session, run: Run, mode: Mode): Step {
  const moved = mode.next(session, run.data)
  const isEnd = moved.record.some(({ type }) => type === 'run.finished')
  return (isEnd ? checkNow(session, run) : undefined) ?? moved
}

/** The first facts that follow for any open task, else everything the open tasks want. */
function nextTasks(session: Session, run: Run, mode: Mode): Step {
  const steps = []
  for (const task of openTasks(session)) {
    const step = nextTask(session, run, mode, task)
    if (step.record.length > 0) return step
    steps.push(...step.want)
  }
  const effects = staggered(session, run, steps)
  const waits = waitsToTell(session, run, effects)
  return waits.length > 0 ? record(...waits) : want(...effects)
}

/** After the end a queued message is answered without changing the phase. */
function afterEnd(session: Session, run: Run, mode: Mode): Step {
  if (session.queue.length === 0 || openTasks(session).length > 0) return rest
  const newest = messageBy(session, session.queue.at(-1) as MessageId)
  if (!newest || newest.seq <= session.quietSince) return rest
  const summary = summaryTask(session, run)
  return record(...(summary.length > 0 ? summary : mode.user.followUp(session, run.data)))
}
