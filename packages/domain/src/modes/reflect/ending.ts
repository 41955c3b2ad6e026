import { type Fact, fact } from '../../event/event.ts'
import { endingFacts, isRehearsed } from '../../mode/conclude.ts'
import { cutShortfall, type Ending, type Shortfall, unanswered } from '../../mode/ending.ts'
import { limitSentence } from '../../run/limit-text.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { Run, Session } from '../../state/session.ts'
import { countText } from '../../text/amounts.ts'
import { delivered, uncombined } from '../orchestrate/deliver.ts'
import type { Pass } from '../orchestrate/state.ts'
import { maxIterations } from './iterations.ts'
import { bestOf, bestRound, type Reflection } from './state.ts'

const OPENINGS =
  /^(?:Goal met|Judged as met)(?: in iteration|: after) \d|^The checks passed in iteration \d|^Stopped after \d+ (?:iterations?|errors?) |^Stopped (?:by the user )?in iteration \d|^Stalled in iteration \d|It was in iteration \d+ of \d+\.$/u

/** A single agent reviews its own answer in the mode `agent`. */
const looping: readonly string[] = ['reflect', 'agent']

/** The sentence about the loop that a reflection's summary begins with. Undefined if it begins with the result. */
export function loopSentence({ mode }: Pick<Run, 'mode'>, summary: string): string | undefined {
  const first = summary.split('\n')[0] ?? ''
  return looping.includes(mode) && OPENINGS.test(first) ? first : undefined
}

/** Why a reflection is over. */
export type Exit = 'goalMet' | 'leadSatisfied' | 'nothingLeft' | 'maxIterations' | 'stalled' | 'errorBudget'

const reasons: { readonly [exit in Exit]: string } = {
  goalMet: 'goal_met',
  leadSatisfied: 'goal_met',
  nothingLeft: 'nothing_left',
  maxIterations: 'max_iterations',
  stalled: 'stalled',
  errorBudget: 'error_budget',
}

/** How each exit ends the run: only a met goal is a success. */
export function exitEnding(exit: Exit, hasResult: boolean, short?: Shortfall): Omit<Ending, 'summary'> {
  const reason = reasons[exit]
  if (reason === 'goal_met') return { trigger: exit, reason, short, ...(!hasResult && { failure: 'no_answer' }) }
  return { trigger: exit, reason, otherwise: exit, short: { reason }, ...(!hasResult && { failure: reason }) }
}

/** Ends the loop and delivers the best result, whatever the reason. */
export function leave(session: Session, run: Run, data: Reflection, exit: Exit): readonly Fact[] {
  const synthesis = exit === 'goalMet' ? data.latest : bestOf(data)
  const { facts, text } = handOver(session, run, synthesis)
  const summary = [lineFor(run, data, exit), text].filter((part) => part !== '').join('\n\n')
  return [
    ...facts,
    ...endingFacts(session, run, {
      ...exitEnding(exit, text !== '', shortOf(data.pass)),
      reviewer: reviewerOf(run, data),
      summary,
    }),
  ]
}

/** The judge who has read what the checks said, and was satisfied. A lead that judges its own result is no reviewer. */
const reviewerOf = (run: Run, { met, judgeFailed }: Reflection): string | undefined =>
  met && !judgeFailed ? run.team.judge?.slug : undefined

/** What the last pass lacks, however well it was judged: a member's report, or the end of one or of the result. */
export const shortOf = ({ reports, synthesis }: Pass): Shortfall | undefined =>
  unanswered('reported', reports) ?? (synthesis?.incomplete ? { reason: 'limit:length' } : cutShortfall(reports))

/** Ends the loop at a limit, with this iteration's result or else the best earlier one. */
export function leaveAtLimit(session: Session, run: Run, data: Reflection): readonly Fact[] {
  const synthesis = data.pass.synthesis?.message ?? bestOf(data)
  const { facts, text } =
    synthesis === null ? uncombined(session, run, data.pass.reports) : handOver(session, run, synthesis)
  const line = `${limitSentence(run)} It was in iteration ${data.iteration} of ${maxIterations(run)}.`
  const summary = [line, text].join('\n\n')
  const failure = facts.length === 0 ? 'no_answer' : undefined
  const ending = { trigger: 'goalMet', reason: 'goal_met', otherwise: 'limitReached', summary, failure }
  return [...facts, ...endingFacts(session, run, { ...ending, short: shortOf(data.pass) })]
}

/** What the user gets after stopping the run: the best result so far. */
export function stoppedWith(session: Session, run: Run, data: Reflection) {
  const { facts, text } = handOver(session, run, bestOf(data))
  const best = bestRound(data.rounds)
  const which = best ? ` The best result so far is from iteration ${best.iteration}, with ${score(best.score)}.` : ''
  return {
    facts,
    summary: [`Stopped by the user in iteration ${data.iteration}.${which}`, text].filter(Boolean).join('\n\n'),
  }
}

function handOver(session: Session, run: Run, synthesis: MessageId | null) {
  if (synthesis === null) return { facts: [], text: '' }
  const { artifact, text } = delivered(session, run, synthesis)
  return { facts: [artifact], text }
}

function lineFor(run: Run, data: Reflection, exit: Exit): string {
  const most = maxIterations(run)
  const best = bestRound(data.rounds)
  const which = best
    ? ` The best result is from iteration ${best.iteration}, with ${score(best.score)}.`
    : data.latest === null
      ? ' There is no result.'
      : ' This is the last result. None was scored.'
  if (isRehearsed(run)) return ''
  // A result that lacks a member's part is only as good as its judge could know.
  const met = shortOf(data.pass) ? 'Judged as met' : 'Goal met'
  switch (exit) {
    case 'goalMet':
      return `${met} in iteration ${data.iteration} of ${most}, with ${score(data.rounds.at(-1)?.score ?? 1)}.`
    case 'leadSatisfied':
      return `${met}: after ${data.iteration - 1} of ${countText(most, 'iteration')} the lead said so and had nothing left to assign.`
    case 'nothingLeft':
      return `Stopped in iteration ${data.iteration} of ${most}: the lead assigned nobody and did not say that the goal is met.${which}`
    case 'maxIterations':
      return `Stopped after ${countText(most, 'iteration')} without meeting the goal.${which}`
    case 'stalled':
      return `Stalled in iteration ${data.iteration} of ${most}: the result no longer changed.${which}`
    case 'errorBudget':
      return `Stopped after ${countText(data.errors + 1, 'error')} in a row, in iteration ${data.iteration} of ${most}: ${sentence(data.pass.failure?.message)}${which}`
  }
}

export const sentence = (text = 'no reason given'): string => (/[.!?]['"”’)]?$/.test(text) ? text : `${text}.`)

const score = (value: number): string => `a score of ${value.toFixed(2)}`

/** The loop's progress: how many iterations are done, and how long the rest will probably take. */
export function progressFacts(
  session: Session,
  run: Run,
  { done, active, finished }: { done: number; active: number; finished: number },
): Fact {
  const total = maxIterations(run)
  const each = done > 0 ? (session.at - run.since) / done : 0
  const etaMs = done > 0 ? { etaMs: Math.max(0, Math.round(each * (total - done))) } : {}
  return fact('progress', { done, total, active, finished, ...etaMs })
}
