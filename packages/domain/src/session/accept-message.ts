import { fact } from '../event/event.ts'
import type { Modes } from '../modes/modes.ts'
import { ownValue } from '../shared/record.ts'
import type { Command } from '../state/command.ts'
import { isActive, isPaused, openTasks, type Question, type Session, seatOf } from '../state/session.ts'
import { asksForStatus, statusText } from '../state/status.ts'
import { seatsOf } from '../team/team.ts'
import { callerAuthor, USER } from '../team/user-seat.ts'
import { type Activity, activityOfTask } from './activity.ts'
import { unknownAgent } from './pause-agent.ts'
import { type Acceptance, refuseCommand } from './refuse-command.ts'

/** A message from the user, or from another program, to the team or to one agent. Status questions are answered immediately. */
export function messageFacts(
  session: Session,
  { text, to, attachments, images, caller }: Extract<Command, { type: 'message' }>,
  modes: Modes,
): Acceptance {
  const run = session.run
  if (!run || run.phase === 'idle')
    return refuseCommand(session, 'illegal_command', 'Nothing has run since the reset. Start a run first.')
  if (to !== undefined && (to === USER || !seatOf(run, to)))
    return refuseCommand(session, 'unknown_agent', unknownAgent(run, to))
  const data = {
    author: caller === undefined ? USER : callerAuthor(caller),
    role: 'user',
    kind: 'user',
    text,
    ...(to && { to }),
    ...(attachments?.length && { attachments: [...attachments] }),
    ...(images?.length && { images: [...images] }),
  } as const
  if (!(isActive(session) || isPaused(session)) || !asksForStatus(text)) return { facts: [fact('message', data)] }
  // As a notification the question does not enter the queue: no agent is asked what code has already answered.
  const question = fact('message', { ...data, role: 'system', kind: 'notification' })
  return {
    facts: [
      question,
      fact('message', {
        author: 'convene',
        role: 'system',
        kind: 'notification',
        text: sessionStatusText(session, modes),
      }),
    ],
  }
}

/** The mode's own status text, or the default one. In an interrupted run nobody speaks, whatever the mode knows. */
export function sessionStatusText(session: Session, modes: Modes, interrupted = false): string {
  const { run } = session
  const own = !interrupted && run && modes[run.mode]?.user.status?.(session, run.data)
  return own || statusText(session, interrupted)
}

/** An answer to the named question, or to the longest-waiting one. `@name …` is a message to that name instead. */
export function answer(
  session: Session,
  { text, question, by }: Extract<Command, { type: 'answer' }>,
  modes: Modes,
): Acceptance {
  const pending = pendingQuestion(session, question)
  const none =
    question === undefined ? 'No question is pending in this session.' : 'This question is no longer pending.'
  if (!pending) return refuseCommand(session, 'already_answered', none)
  // Any word would pass it, but only `approve` means yes.
  if (pending.gate !== null)
    return refuseCommand(
      session,
      'illegal_command',
      'A gate cannot be answered. Approve it, or reject it and say what to change.',
    )
  const words = addressedTo(session, text)
  if (words && isForOther(session, pending, words)) return messageFacts(session, { type: 'message', ...words }, modes)
  const place = pending.task ? { task: pending.task } : {}
  if (pending.turn) return ownTurn(session, pending, { text, by }, modes)
  return { facts: [fact('question.answered', { id: pending.id, answer: words?.text ?? text, by }, place)] }
}

type SessionQuestions = Pick<Session, 'run' | 'tasks' | 'questions'>

/** Whether an answer is really a message: it names someone other than the agent that asked. */
export function isMessage(
  session: SessionQuestions,
  { text, question }: Extract<Command, { type: 'answer' }>,
): boolean {
  const [pending, words] = [pendingQuestion(session, question), addressedTo(session, text)]
  return words !== undefined && (!pending || isForOther(session, pending, words))
}

/** The question that an answer is for: the named one, or the one that has waited longest. */
export function pendingQuestion({ questions }: SessionQuestions, named: string | undefined): Question | undefined {
  if (named !== undefined) return ownValue(questions, named)
  const waiting = Object.values(questions).filter(({ gate }) => gate === null)
  return waiting.sort((a, b) => a.since - b.since)[0]
}

const isForOther = (session: SessionQuestions, pending: Question, { to }: { readonly to: string }): boolean =>
  to !== askerOf(session, pending)

/**
 * Whether a question or gate is open and nothing continues before the user answers it. Approvals and votes do not count:
 * they are not answered in words.
 */
export const awaitsOnlyUser = (session: Session): boolean =>
  Object.keys(session.questions).length > 0 &&
  openTasks(session).every((task) => waitingActivities.includes(activityOfTask(session, task)))

const waitingActivities: readonly Activity[] = ['waiting', 'handed_on', 'paused']

/** What the user says in their own turn, if it contains what the turn needs. Otherwise the question stays. */
function ownTurn(
  session: Session,
  { id, task }: Question,
  { text, by }: { readonly text: string; readonly by: string },
  modes: Modes,
): Acceptance {
  const open = task && ownValue(session.tasks, task)
  const read = open && modes[session.run?.mode ?? '']?.user.turn?.read(session, session.run?.data ?? null, open, text)
  if (!open || !read) return refuseCommand(session, 'already_answered', 'Your turn is over.')
  if (!read.ok) return refuseCommand(session, read.refusal.code, read.refusal.message)
  return { facts: [fact('question.answered', { id, answer: read.value, turn: true, by }, { task: open.id })] }
}

/** The name at the beginning, and the text for it: `@ada look at the tests`. */
export function addressedTo(
  { run }: Pick<Session, 'run'>,
  text: string,
): { readonly to: string; readonly text: string } | undefined {
  const [, name = '', words = ''] = /^@([^\s:,]+)[:,]?\s+([\s\S]+)$/u.exec(text.trim()) ?? []
  const isNamed = (one: string) => one.toLowerCase() === name.toLowerCase()
  const seat = run && words !== '' && seatsOf(run.team).find(({ slug, name: known }) => isNamed(slug) || isNamed(known))
  return seat ? { to: seat.slug, text: words } : undefined
}

/** The run's own questions come from its lead. */
const askerOf = ({ run, tasks }: SessionQuestions, { task }: Question): string | undefined =>
  task ? tasks[task]?.agent : run?.team.lead?.slug
