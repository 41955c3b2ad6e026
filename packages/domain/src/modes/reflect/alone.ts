import { unmetBy } from '../../checked-work/outcome.ts'
import { checkNow, doneWhen, failureText, givenChecks } from '../../checked-work/run-work.ts'
import { record, type Step, want } from '../../effect/effect.ts'
import { type Fact, fact } from '../../event/event.ts'
import { assign } from '../../mode/assign.ts'
import { endingFacts, isRehearsed } from '../../mode/conclude.ts'
import type { Ending, Shortfall } from '../../mode/ending.ts'
import type { TaskReport } from '../../mode/mode.ts'
import { readAnswer } from '../../mode/read-answer.ts'
import { messageBy } from '../../prompt/ask.ts'
import { limitSentence } from '../../run/limit-text.ts'
import type { EffectKey, MessageId } from '../../shared/ids.ts'
import type { Run, Session } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { countText } from '../../text/amounts.ts'
import { quoted } from '../../text/quoted.ts'
import { failureOf, messageOfReport, whose } from '../orchestrate/absorb.ts'
import { joinSections } from '../orchestrate/prompts.ts'
import { REFLECTION_COMPLETE, spelledOut, withoutSentinels } from '../orchestrate/sentinels.ts'
import type { Alone } from './alone-state.ts'
import { transitionAlone } from './alone-table.ts'
import { doneAnswerForm } from './answers.ts'
import { type Exit, exitEnding, progressFacts, sentence } from './ending.ts'
import { stallHint } from './hints.ts'
import { maxIterations, plainGoal } from './iterations.ts'
import { stalledAt } from './stall.ts'

const MOST_ERRORS = 3
const MOST_STALLS = 2

/** Whether a single agent was asked to review its answer until it is right. */
export const reflectsAlone = ({ settings }: Pick<Run, 'settings'>): boolean => settings.mode.reflect === true

/** Whether a single agent works in iterations: it reviews its answer, or it has to pass checks. */
export const loopsAlone = (run: Pick<Run, 'settings'>): boolean => reflectsAlone(run) || givenChecks(run).length > 0

/** What comes next for an agent that works in iterations: it answers until it says that it is right, and checks pass. */
export function nextAlone(session: Session, run: Run, seat: Seat, alone: Alone): Step {
  const leaves = (exit: Exit) => record(...leave(session, run, alone, exit))
  if (run.limit) return record(...leaveAtLimit(session, run, alone))
  if (alone.failure)
    return alone.errors + 1 >= MOST_ERRORS ? leaves('errorBudget') : record(transitionAlone(run, 'iterationFailed'))
  if (!alone.replied) return ask(session, run, seat, alone)
  if (alone.met || !reflectsAlone(run)) return checkNow(session, run) ?? judged(session, run, alone)
  const texts = alone.answers.map((id) => textOf(session, id))
  const similarity = stalledAt(texts.at(-1) ?? '', texts.slice(0, -1))
  const stalls = similarity === undefined ? 0 : alone.stalls + 1
  const stall = similarity === undefined ? [] : [fact('stall', { similarity, consecutive: stalls })]
  if (stalls >= MOST_STALLS) return record(...stall, ...leave(session, run, alone, 'stalled'))
  if (alone.iteration >= maxIterations(run)) return record(...stall, ...leave(session, run, alone, 'maxIterations'))
  const message = stallHint(similarity ?? 0, 'another approach')
  const warned = similarity === undefined ? [] : [fact('warning', { code: 'stalled', message })]
  const counted = progressFacts(session, run, { done: alone.iteration, active: 0, finished: 1 })
  return record(...stall, ...warned, counted, transitionAlone(run, 'iterate'))
}

/** The agent is satisfied. A failing check goes back to it, as long as there are iterations left. */
function judged(session: Session, run: Run, alone: Alone): Step {
  if (failureText(run) === '') return record(...leave(session, run, alone, reflectsAlone(run) ? 'goalMet' : 'passed'))
  if (alone.iteration >= maxIterations(run)) return record(...leave(session, run, alone, 'maxIterations'))
  const counted = progressFacts(session, run, { done: alone.iteration, active: 0, finished: 1 })
  return record(counted, transitionAlone(run, 'iterate'))
}

function ask(session: Session, run: Run, seat: Seat, alone: Alone): Step {
  const { iteration, attempt, retryAt } = alone
  const here = `iteration${iteration}${attempt > 1 ? `.${attempt}` : ''}`
  const retry = `${run.number}/${here}/retry` as EffectKey
  if (retryAt !== null && !session.fired[retry]) return want({ kind: 'timer', key: retry, notBefore: retryAt })
  const description = iteration === 1 ? firstAsk(run) : nextAsk(run, iteration)
  const answer = reflectsAlone(run) ? { answer: doneAnswerForm } : {}
  const takes = iteration === 1 ? [] : session.queue
  return record(...assign(run, { place: `${here}/${seat.slug}`, seat, kind: 'respond', description, ...answer, takes }))
}

const DONE = `a line that has only ${spelledOut(REFLECTION_COMPLETE)}`

const firstAsk = (run: Run): string =>
  joinSections(plainGoal(run), titled('## Done when', doneWhen(run)), reflectsAlone(run) ? firstReview(run) : '')

const titled = (title: string, text: string): string => (text === '' ? '' : `${title}\n\n${text}`)

const firstReview = (run: Run): string =>
  joinSections(
    '## When you are done',
    `You will be asked to go over your answer until it is right, ${maxIterations(run)} times at most. When it needs no further work, end it with ${DONE}.`,
  )

function nextAsk(run: Run, iteration: number): string {
  const failed = failureText(run)
  const goal = `## Goal\n\n${plainGoal(run)}`
  if (reflectsAlone(run))
    return joinSections(goal, titled('## What failed', quoted(failed)), nextReview(run, iteration))
  const asked = `Iteration ${iteration} of ${maxIterations(run)}. Fix what is wrong, and then give the whole answer.`
  return joinSections(goal, titled('## What failed', quoted(failed)), titled('## Done when', doneWhen(run)), asked)
}

const nextReview = (run: Run, iteration: number): string =>
  joinSections(
    '## Go over it',
    `Iteration ${iteration} of ${maxIterations(run)}. Compare your last answer with the goal, point by point: what is missing, wrong or unproven?`,
    '## When you are done',
    `If something is missing or wrong, work on it and give the whole improved answer. If nothing is, reply only with ${DONE}.`,
  )

/** An agent's reply, both as its answer and as a statement that it is done. */
export function absorbAlone(session: Session, alone: Alone, report: TaskReport): readonly Fact[] {
  if (!report.ok) return failureOf(session, report)
  const text = withoutSentinels(report.report)
  const isDone =
    readAnswer(session, report, doneAnswerForm, undefined) === true && (text !== '' || alone.answers.length > 0)
  const model = session.run?.team.members[0]?.model ?? ''
  const by = { by: report.agent, model, iteration: alone.iteration }
  const evaluation = { score: 1, rationale: '', trend: 'stable', met: true, ...by } as const
  return [
    ...(text === '' ? [] : [messageOfReport(session, report, { kind: 'answer', role: 'lead', text })]),
    ...(isDone ? [fact('evaluation', evaluation, whose(session, report))] : []),
  ]
}

/** `passed`: the checks pass, and the agent was not asked to review its answer. */
type AloneExit = Exit | 'passed'

function leave(session: Session, run: Run, alone: Alone, exit: AloneExit): readonly Fact[] {
  const { artifacts, text } = handOver(session, run, alone)
  const summary = [lineFor(run, alone, exit), text].filter((part) => part !== '').join('\n\n')
  return [
    ...artifacts,
    ...endingFacts(session, run, { ...endingAt(exit, text !== '', cutOff(session, alone)), summary }),
  ]
}

function endingAt(exit: AloneExit, hasResult: boolean, short: Shortfall | undefined): Omit<Ending, 'summary'> {
  if (exit !== 'passed') return exitEnding(exit, hasResult, short)
  return { trigger: 'answered', reason: 'done', short, ...(!hasResult && { failure: 'no_answer' }) }
}

function leaveAtLimit(session: Session, run: Run, alone: Alone): readonly Fact[] {
  const { artifacts, text } = handOver(session, run, alone)
  const line = `${limitSentence(run)} It was in iteration ${alone.iteration} of ${maxIterations(run)}.`
  const summary = [line, text].filter((part) => part !== '').join('\n\n')
  const failure = text === '' ? 'no_answer' : undefined
  const ending = { trigger: 'goalMet', reason: 'goal_met', otherwise: 'limitReached', summary, failure }
  return [...artifacts, ...endingFacts(session, run, ending)]
}

/** The newest answer was cut at its length limit. */
function cutOff(session: Session, { answers }: Alone): Shortfall | undefined {
  const last = answers.at(-1)
  return last && messageBy(session, last)?.incomplete ? { reason: 'limit:length' } : undefined
}

/** What the user gets after stopping the run: the newest answer. */
export function aloneStoppedWith(session: Session, run: Run, alone: Alone) {
  const { artifacts, text } = handOver(session, run, alone)
  const line = `Stopped by the user in iteration ${alone.iteration}.`
  return { facts: artifacts, summary: [line, text].filter((part) => part !== '').join('\n\n') }
}

function handOver(session: Session, run: Run, alone: Alone) {
  const text = resultOf(session, alone)
  const title = `Report: ${session.title || plainGoal(run).slice(0, 80)}`
  const artifact = fact('artifact', { id: `${run.number}/report`, kind: 'report', title, text })
  return { artifacts: text === '' ? [] : [artifact], text }
}

/** The newest answer, or the one before if that is only a short remark that all is well. */
function resultOf(session: Session, { answers, met }: Alone): string {
  const [last = '', before = ''] = answers
    .slice(-2)
    .toReversed()
    .map((id) => textOf(session, id))
  const isRemark = met && last.length < 200 && before.length > 2 * last.length
  return isRemark ? before : last
}

function lineFor(run: Run, { iteration, errors, failure }: Alone, exit: AloneExit): string {
  const most = maxIterations(run)
  if (isRehearsed(run)) return ''
  switch (exit) {
    case 'stalled':
      return `Stalled in iteration ${iteration} of ${most}: the answer no longer changed.`
    case 'errorBudget':
      return `Stopped after ${countText(errors + 1, 'error')} in a row, in iteration ${iteration} of ${most}: ${sentence(failure?.message)}`
    case 'maxIterations':
      return `Stopped after ${countText(most, 'iteration')} without meeting the goal. This is the last answer.`
    case 'passed':
      return iteration === 1 || unmetBy(run) ? '' : `The checks passed in iteration ${iteration} of ${most}.`
    default:
      return `Goal met in iteration ${iteration} of ${most}.`
  }
}

const textOf = (session: Session, id: MessageId): string => messageBy(session, id)?.text ?? ''
