import { costText, countText, tokensText } from '../text/amounts.ts'
import { standText } from '../text/phase-words.ts'
import { type Spend, tokensOf } from '../usage/usage.ts'
import { isAgentPaused, openTasks, type Run, type Session, seatName } from './session.ts'

const QUESTIONS = [
  /^(what('| i)?s )?(the )?(current )?status\W*$/i,
  /^how (long|far|much longer)\b.{0,60}$/i,
  /^who('s| is)? (is )?(speaking|talking|working|next)\b.{0,40}$/i,
  /^(what('| i)?s|where are we|how('s| is) it going)\b.{0,12}(going on|happening|progress|now)?\W*$/i,
  /^(what have we spent|how much (has|have|did) .{0,30}(cost|spent?))\W*$/i,
]

/** A question about the run itself is answered by code, immediately, in every mode. */
export const asksForStatus = (text: string): boolean => QUESTIONS.some((question) => question.test(text.trim()))

/** The status of the run: phase, who is working, turns, spend, what it is waiting for. */
export function statusText(session: Session, interrupted = false): string {
  const run = session.run
  if (!run) return 'Nothing has been started in this session.'
  const nameOf = (agent: string) => seatName(run, agent)
  const working = interrupted ? [] : openTasks(session).filter(({ agent }) => !isAgentPaused(session, agent))
  const names = working.map(({ agent }) => nameOf(agent))
  const paused = run.pausedAgents.map(nameOf)
  const { maxTurns } = run.limits
  const turns = maxTurns === null ? countText(run.turns, 'turn') : `${run.turns} of ${countText(maxTurns, 'turn')}`
  const waiting = Object.keys(session.asks).length
  return [
    `The ${run.mode} run ${interrupted ? 'was interrupted: its process ended' : standText(run)}.`,
    names.length > 0 ? `Working: ${names.join(', ')}.` : run.finished ? '' : 'Nobody is working.',
    paused.length > 0 ? `Paused: ${paused.join(', ')}.` : '',
    `${turns}. Spent: ${spentText(run)}.`,
    waiting > 0 ? `${waiting} approval${waiting > 1 ? 's wait' : ' waits'} for you.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

type Spent = Pick<Run, 'finished' | 'spent'>

/** `5.5k tokens, $0.02`: as in the line about how the run ended. Follow-ups are listed separately. */
export function spentText(run: Spent): string {
  const later = followUpSpend(run)
  const own = amountText(run.finished?.totals ?? run.spent)
  return later ? `${own}, and ${amountText(later)} for follow-ups` : own
}

/** What follow-ups have used since the run ended, or null if there were none. */
export function followUpSpend({ finished, spent }: Spent): Spend | null {
  if (!finished || spent.calls <= finished.totals.calls) return null
  const { totals } = finished
  return {
    calls: spent.calls - totals.calls,
    input: spent.input - totals.input,
    cached: spent.cached - totals.cached,
    output: spent.output - totals.output,
    costUsd: spent.costUsd - totals.costUsd,
    unpriced: spent.unpriced - totals.unpriced,
  }
}

const amountText = (spend: Pick<Spend, 'input' | 'output' | 'costUsd' | 'unpriced'>): string =>
  `${tokensText(tokensOf(spend))} tokens, ${costText(spend)}`
