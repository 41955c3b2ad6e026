import { askLine, type Event, type Facts, isFinal, isPaused, type Session, seatsOf } from '@convene/domain'
import { readPublic } from '@convene/engine'
import { answerOf, resultParts, verdictOf } from '@convene/reading'
import { shownId, waitingIn } from '../approvals/find-pending.ts'
import { type PendingAnswer, waitsForAnswers } from '../approvals/pending.ts'
import { textWithoutSecrets } from '../export/safe-text.ts'
import type { Program } from '../program.ts'
import { assumedIn } from './assumed.ts'

/** Something that only the user can answer. */
type WaitingFor = {
  readonly id: string
  readonly kind: 'permission' | 'question' | 'gate'
  readonly what: string
}

/** A team's state for the program that started it. */
export type TeamState = {
  readonly session: string
  readonly state: 'running' | 'waiting' | 'paused' | 'completed' | 'failed' | 'cancelled'
  /** Why it ended, if it has ended. */
  readonly reason: string
  /** Empty while there is none. */
  readonly answer: string
  /** What is missing from the answer, and what a panel decided. */
  readonly lacks?: Facts['run.finished']['lacks']
  readonly decision?: Facts['run.finished']['decision']
  /** What a panel estimated: its range, and each seat's. */
  readonly estimate?: Facts['run.finished']['estimate']
  /** The same in words, or how a vote ended: `3 of 3 steps · 2 proven · 1 on Reviewer's word`. Empty if nothing was counted. */
  readonly counted: string
  /** How much of the result checks have proven, and on whose word the rest was accepted. */
  readonly proof?: Facts['run.finished']['proof']
  /** Null if a price is unknown. */
  readonly costUsd: number | null
  readonly rehearsal: boolean
  /** What was approved or answered without the user. */
  readonly assumed: string[]
  readonly waiting: WaitingFor[]
}

/** Clients silently cut results that are too long for them. Shortening the answer ourselves says so. */
const MOST_ANSWER = 60_000

/**
 * The stored state. `isOver`: nothing is running here, whatever the last phase was. `read`: selects the events that the
 * answer is read from.
 */
export async function teamState(
  program: Program,
  session: Session,
  isOver: boolean,
  read = () => lastTurn(program, session),
): Promise<TeamState> {
  const { run } = session
  const state = wordFor(session, isOver)
  const hasEnded = state !== 'running'
  const events: readonly Event[] = hasEnded ? await read() : []
  const models = run?.settings.models ?? {}
  const { environment } = await program.withKeys()
  const isOfRun = events.some(({ type }) => type === 'run.finished')
  const answer = answerOf(session, events) || (isOfRun && run?.finished?.summary) || ''
  return {
    session: session.id,
    state,
    reason: (isOver && run?.finished?.reason) || '',
    ...(isOfRun && run?.finished?.lacks && { lacks: run.finished.lacks }),
    ...(isOfRun && run?.finished?.decision && { decision: run.finished.decision }),
    ...(isOfRun && run?.finished?.estimate && { estimate: run.finished.estimate }),
    ...(isOfRun && run?.finished?.proof && { proof: run.finished.proof }),
    // Secrets are removed before shortening, because half a key would not be recognized.
    answer: shortened(textWithoutSecrets(answer, environment)),
    counted: isOfRun ? countedIn(run) : '',
    costUsd: run?.spent.unpriced === 0 ? run.spent.costUsd : null,
    rehearsal: run !== null && seatsOf(run.team).some(({ model }) => models[model]?.rehearsal),
    assumed: assumedIn(events),
    waiting: waitingIn(session).flatMap((each) =>
      each.pending.kind === 'vote' ? [] : [{ id: shownId(each), ...waitingFor(each.pending) }],
    ),
  }
}

function countedIn(run: Session['run']): string {
  const verdict = verdictOf(run)
  return verdict ? resultParts(verdict).join(' · ') : ''
}

const lastTurn = async (program: Program, { id }: Session): Promise<readonly Event[]> =>
  sinceFollowUp(await readPublic((await program.store()).log, id, { after: 0 }))

/** The events since the last follow-up question, if there was one. */
function sinceFollowUp(events: readonly Event[]): readonly Event[] {
  const end = events.findLastIndex(({ type }) => type === 'run.finished')
  const start = events.findLastIndex(({ type }) => type === 'run.started')
  const asked = events.findLastIndex((event) => event.type === 'message' && event.data.role === 'user')
  return end > start && asked > end ? events.slice(asked) : events
}

function wordFor(session: Session, isOver: boolean): TeamState['state'] {
  if (waitsForAnswers(session)) return 'waiting'
  if (isPaused(session)) return 'paused'
  const phase = session.run?.phase ?? 'idle'
  return isOver && isFinal(phase) ? (phase as TeamState['state']) : 'running'
}

/** A pending request as text. */
export function waitingFor(pending: PendingAnswer): Omit<WaitingFor, 'id'> {
  if (pending.kind === 'ask') return { kind: 'permission', what: askLine(pending.ask) }
  const { gate, question, text } = pending.question
  const what = [question, text].filter((part) => part !== '').join('\n\n')
  return { kind: gate === null ? 'question' : 'gate', what }
}

const shortened = (text: string): string =>
  text.length <= MOST_ANSWER
    ? text
    : `${text.slice(0, MOST_ANSWER)}\n\n[Cut. The whole text is the resource convene://sessions/…/report.]`
