import { record, type Step, want } from '../effect/effect.ts'
import type { EventOf } from '../event/event.ts'
import { fact } from '../event/event.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import type { EffectKey } from '../shared/ids.ts'
import type { Question, Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'
import { finish } from './finish-task.ts'

/** The user had a turn and did not take it. */
export const NO_ANSWER = 'no_answer'

const WINDOW_MS = 120_000

/**
 * The user's own turn: a question instead of a model call. It waits as long as a vote does, then the round continues.
 */
export function nextUserTurn(context: TaskContext): Step {
  const { session, run, task } = context
  if (task.outcome) return finish(context, task.outcome)
  const pending = session.questions[questionOf(task)]
  const isOver = run.limit !== null && !task.late
  if (session.fired[keyOf(task)] || isOver || !run.settings.interactive) return finish(context, missed(context))
  if (!pending?.turn) return ask(context)
  return want({ kind: 'timer', key: keyOf(task), notBefore: pending.turn.closesAt })
}

const questionOf = (task: Task): string => `${task.id}/turn`
const keyOf = (task: Task): EffectKey => `${task.id}/turn` as EffectKey

const windowOf = ({ run }: TaskContext): number => run.settings.decisions?.windowMs ?? WINDOW_MS

function ask(context: TaskContext): Step {
  const { session, run, mode, task } = context
  const asked = mode.user.turn?.ask(session, run.data, task)
  if (!asked) return finish(context, missed(context))
  const turn = { closesAt: session.at + windowOf(context) }
  const { question, options } = asked
  const data = { id: questionOf(task), question, options: [...options], turn }
  return record(fact('question.asked', data, placeOf(run, task)))
}

function missed(context: TaskContext) {
  const { interactive } = context.run.settings
  const message = interactive
    ? `You did not answer within ${Math.round(windowOf(context) / 1_000)} s. The panel continues without you.`
    : 'Nobody can be asked in this run. The panel continues without you.'
  return { kind: 'failed' as const, code: NO_ANSWER, message, partial: '' }
}

type Turn = NonNullable<Question['turn']>

/** A pause stops the clock of the user's turn. */
export function moveTurns(session: Session, { data, at }: EventOf<'run.state'>): Session {
  if (data.to === 'paused') return editTurns(session, (turn) => ({ ...turn, pausedAt: at }))
  if (data.from !== 'paused') return session
  return editTurns(session, ({ closesAt, pausedAt }) => ({
    closesAt: closesAt + Math.max(0, at - (pausedAt ?? at)),
    pausedAt: null,
  }))
}

/** Changes every open turn of the user. */
export function editTurns(session: Session, change: (turn: Turn) => Turn): Session {
  const open = Object.values(session.questions).filter(({ turn }) => turn !== undefined)
  if (open.length === 0) return session
  const changed = open.map((one) => [one.id, one.turn ? { ...one, turn: change(one.turn) } : one])
  return { ...session, questions: { ...session.questions, ...Object.fromEntries(changed) } }
}
