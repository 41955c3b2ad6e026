import { countText } from '../../../../text/amounts.ts'
import { letterAt } from '../../../../text/letters.ts'
import { isLook, lookedAt, looksIn } from '../../experiment/state.ts'
import { optionHeld } from '../options.ts'
import { roundsDone, spokenIn } from '../speakers.ts'
import { type ClusteredOption, type DebateContext, held } from '../state.ts'
import { clearlyAhead } from './count-now.ts'

/** Why the debate is over, if it is. */
export type Settled = { readonly isUnanimous: boolean; readonly why: string }

/** The option all current votes are for, if most panelists vote. The votes of the others may not count. */
function unanimous(context: DebateContext): ClusteredOption | undefined {
  const votes = votesNow(context)
  const [first] = votes
  const isEnough = votes.length > 1 && votes.length * 2 > context.run.team.members.length
  return isEnough && votes.every((vote) => vote === first) ? first : undefined
}

const votesNow = (context: DebateContext): readonly ClusteredOption[] =>
  held(context).flatMap((line) => optionHeld(context.panel.debate.options, line) ?? [])

/**
 * Decides between rounds whether the debate is over. Another round follows only if votes differ, rounds are left, at
 * least two panelists vote, and, after the first rebuttals, someone moved for a new reason or asked for more analysis.
 */
export function settledBy(context: DebateContext): Settled | undefined {
  const { panel } = context
  const round = roundsDone(context)
  const looked = isLook(panel.debate.experiment, round)
  const isLast = round >= (panel.opening.rounds ?? 1) + looksIn(panel.debate.experiment)
  const wantsMore = spokenIn(context, round).some(({ more }) => more)
  const agreed = unanimous(context)
  if (agreed && (isLast || !wantsMore)) {
    const votes = votesNow(context).length
    const isUnanimous = votes === context.run.team.members.length
    return { isUnanimous, why: `All ${countText(votes, 'panelist')} vote for “${agreed.text}”.` }
  }
  const shown = shownBy(context, round)
  if (shown !== undefined && !wantsMore) return { isUnanimous: false, why: `What was seen bears out “${shown}”.` }
  if (isLast || votesNow(context).length < 2) return { isUnanimous: false, why: 'There are no rounds left.' }
  const hasMoved = panel.debate.ledger.some(
    ({ round: at, changed, grounds }) => at === round && changed && (grounds === 'new' || grounds === 'evidence'),
  )
  return round === 1 || looked || hasMoved || wantsMore
    ? undefined
    : { isUnanimous: false, why: 'Nobody was convinced.' }
}

/** The option that the newest experiment bears out, if the count clearly chooses it now that everybody has seen it. */
function shownBy(context: DebateContext, round: number): string | undefined {
  const { experiment, options } = context.panel.debate
  const letter = lookedAt(experiment, round)?.shown?.option
  const shown = options.find((_, place) => letterAt(place) === letter)?.text
  return shown !== undefined && clearlyAhead(context) === shown ? shown : undefined
}
