import { checksText, proofOfRun, unmetBy } from '../checked-work/outcome.ts'
import { record, type Step } from '../effect/effect.ts'
import { type Fact, fact } from '../event/event.ts'
import { timesOf } from '../run/run-times.ts'
import { titleFacts } from '../state/headline.ts'
import { resultsOf } from '../state/past.ts'
import { isFinal, openTasks, type Run, type Session } from '../state/session.ts'
import { seatsOf } from '../team/team.ts'
import { isUser } from '../team/user-seat.ts'
import { sumUpTexts } from '../text/sum-up.ts'
import { type Ending, type JudgedEnd, judgedBy } from './ending.ts'
import { titleTask } from './own-tasks.ts'

/** Ends the run. The last phase and `run.finished` are appended together, in this order. */
export function conclude(session: Session, run: Run, ending: Ending): Step {
  return record(...endingFacts(session, run, ending))
}

/** The same as facts. The final state is not the mode's to choose: it follows from what there is and what is missing. */
export const endingFacts = (session: Session, run: Run, ending: Ending): readonly Fact[] =>
  finishFacts(session, run, {
    ...judgedBy(run, withChecks(run, allowed(run, ending)), isRehearsed(run)),
    summary: [ending.summary, checksText(run)].filter((part) => part !== '').join('\n\n'),
    decision: ending.decision,
    estimate: ending.estimate,
    proof: ending.proof ?? proofOfRun(run, ending.reviewer),
  })

/**
 * A run that changed nothing because nothing was allowed lacks what it wanted to do. What the user denied is their
 * decision, and opinions need no right.
 */
function allowed(run: Run, ending: Ending): Ending {
  const isShort =
    run.withheld?.some(({ by }) => by === 'rule') && run.acted !== true && !ending.decision && !ending.estimate
  return isShort && !ending.short ? { ...ending, short: { reason: 'not_allowed' } } : ending
}

/** A check of the user that is not met is what the result lacks, unless something else is missing that has a number. */
function withChecks(run: Run, ending: Ending): Ending {
  const unmet = unmetBy(run, ending.reviewer)
  if (!unmet) return ending
  const { reason = unmet.reason, lacks = unmet.lacks } = ending.short ?? {}
  return { ...ending, short: { reason, lacks } }
}

/** The end of a run that the user stopped. */
export const stopFacts = (session: Session, run: Run, summary: string): readonly Fact[] =>
  finishFacts(session, run, { state: 'cancelled', trigger: 'userCancelled', reason: 'user', summary })

/** No seat has a real model: answers only quote, and show what a run would look like. */
export const isRehearsed = ({ team, settings }: Pick<Run, 'team' | 'settings'>): boolean =>
  seatsOf(team).every((seat) => isUser(seat) || settings.models[seat.model]?.rehearsal === true)

/** Why a rehearsal decides nothing. */
export const REHEARSED = 'This was a rehearsal. The votes are samples, and no option wins.'

function finishFacts(
  session: Session,
  run: Run,
  {
    state,
    trigger,
    reason,
    summary,
    lacks,
    decision,
    estimate,
    proof,
  }: JudgedEnd & Pick<Ending, 'summary' | 'decision' | 'estimate' | 'proof'>,
): readonly Fact[] {
  const { totalMs: ms, workedMs: worked } = timesOf(run, session.at)
  const totals = { ...run.spent, ms, worked }
  const [result, ...others] = resultsOf(session, run)
  // Stopped, failed or out of what its limits allow: it costs nothing more.
  const mayName = state !== 'failed' && reason !== 'user' && run.limit === null && !isRehearsed(run)
  const told = [...openQuestions(session), summary, withheldText(run), unreadText(run)]
    .filter((part) => part !== '')
    .join('\n\n')
  return [
    ...(result && others.length === 0 && run.settings.titles !== 'agent' ? titleFacts(session, result.text) : []),
    ...(reason === 'user' ? [] : notHeard(session)),
    fact('run.state', { from: run.phase, to: state, trigger, reason }),
    ...seatsOf(run.team).map((seat) => fact('agent.status', { status: 'disposed' }, { agent: seat.slug })),
    fact('run.finished', {
      state,
      reason,
      summary: told,
      totals,
      ...(lacks && { lacks }),
      ...(decision && { decision }),
      ...(estimate && { estimate }),
      ...(proof && { proof }),
    }),
    ...(mayName ? titleTask(session, run, result?.text ?? '') : []),
  ]
}

/** Messages sent while the run was ending are not answered, as that would cost money unasked. Warns the user. */
function notHeard({ queue }: Session): readonly Fact[] {
  if (queue.length === 0) return []
  const what = queue.length === 1 ? 'Your message was' : `${queue.length} of your messages were`
  const message = `${what} sent too late for this run and not read. Ask again as a follow-up.`
  return [fact('warning', { code: 'not_heard', message })]
}

/** Open questions come first, or the reader would think they are settled. */
const openQuestions = ({ decisions }: Session): readonly string[] =>
  Object.values(decisions).flatMap(({ topic, committed, referred }) =>
    committed?.how === 'undecided' && !referred?.answer ? [`Undecided: ${topic}`] : [],
  )

/** What agents say they did is in their answers. What they were not allowed to do is said here. */
function withheldText({ withheld = [] }: Run): string {
  return withheld.length === 0
    ? ''
    : [
        'Not done, because it was not allowed:',
        ...sumUpTexts(
          withheld.map(({ what }) => what),
          MOST_UNREAD,
        ).map((one) => `- ${one}`),
      ].join('\n')
}

/** Unreadable answers decided nothing, and the reader should know. */
function unreadText({ unread = [] }: Run): string {
  return unread.length === 0
    ? ''
    : ['Not understood:', ...sumUpTexts(unread, MOST_UNREAD).map((one) => `- ${one}`)].join('\n')
}

const MOST_UNREAD = 10

/** Ends all open root tasks without another word from their agents, along with everything under them. */
export function cutShort(session: Session, error: { code: string; message: string }): readonly Fact[] {
  const roots = openTasks(session).filter(({ parent }) => parent === null)
  return roots.map((task) => {
    const { replies: iterations, toolCalls, tokens, place, id, agent } = task
    const ms = Math.max(0, session.at - task.since)
    const end = { ok: false, report: '', ms, iterations, toolCalls, tokens, error, place }
    return fact('task.finished', end, { task: id, agent })
  })
}

/** Fails a run that cannot continue. After its end, closes what is still open. */
export function failRun(session: Session, code: string, message: string): readonly Fact[] {
  const { run } = session
  if (!run) return []
  const error = fact('error', { code, source: 'session', message, fatal: true })
  if (isFinal(run.phase)) return [error, ...cutShort(session, { code, message })]
  return [
    error,
    ...finishFacts(session, run, { state: 'failed', trigger: 'error', reason: `error:${code}`, summary: message }),
  ]
}
