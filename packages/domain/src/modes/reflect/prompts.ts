import { formText, unreadText } from '../../answer/declared.ts'
import { seenText } from '../../checked-work/outcome.ts'
import { SEEN } from '../../claim/claim-text.ts'
import { toArray } from '../../list/list.ts'
import { saidUnder } from '../../prompt/ask.ts'
import { type Run, type Session, seatName } from '../../state/session.ts'
import { quoted } from '../../text/quoted.ts'
import { droppedSection, joinSections, nudgeAsk, planAsk } from '../orchestrate/prompts.ts'
import { COMPLETE, neutralised, spelledOut } from '../orchestrate/sentinels.ts'
import type { PlanAsk } from '../orchestrate/steps.ts'
import { ownVerdict, score } from './answers.ts'
import { maxIterations, plainGoal } from './iterations.ts'
import type { Reflection } from './state.ts'

const MOST_JUDGED = 4_000

/**
 * What the lead is asked when planning this iteration. From the second one on its conversation starts over with a
 * digest of the earlier ones: if it kept every plan, report and result, each iteration would cost more than the last.
 * Whatever is the same in every iteration comes first, for the provider's prompt cache.
 */
export function planningAsk(session: Session, run: Run, data: Reflection): PlanAsk {
  if (data.pass.plans > 0) return { description: joinSections(nudgeAsk(run, data.pass), orSayMet(data)) }
  const failed = data.attempt > 1 ? `The last attempt at this iteration failed: ${data.lastError} Plan it again.` : ''
  const plan = planAsk(run, plainGoal(run))
  if (data.iteration === 1) return { description: joinSections(failed, plan) }
  const description = joinSections(plan, addedBefore(session, run), replanAsk(run, data), failed)
  return { description, conversation: 'restarted', ...(data.latest && { shows: [data.latest] }) }
}

/** From the second iteration on, a lead may be satisfied instead, but has to say so. */
const orSayMet = ({ iteration }: Reflection): string =>
  iteration === 1
    ? ''
    : `If instead the goal is met and nobody has anything left to do, say why, and write ${spelledOut(COMPLETE)}, alone on a line.`

/** What the user has said since the run began, which the lead read in an earlier conversation. */
function addedBefore(session: Session, run: Run): string {
  const said = toArray(session.messages).slice(run.spoken.from)
  const added = said.filter(({ id, role, text }) => role === 'user' && text !== run.goal && !session.queue.includes(id))
  return saidUnder(added, 'Said', 'before')
}

/** The scores of all iterations except the last, whose evaluation follows in full. */
function earlierScores({ rounds }: Reflection): string {
  const rows = rounds.slice(0, -1).map(({ iteration, score: given }) => `- Iteration ${iteration}: ${given.toFixed(2)}`)
  return rows.length > 0 ? `## Earlier scores\n\n${rows.join('\n')}` : ''
}

function replanAsk(run: Run, data: Reflection): string {
  const { iteration, rounds, hints } = data
  const round = rounds.at(-1)
  const judged = round
    ? `Score ${round.score.toFixed(2)} of 1, ${round.trend}, given by ${seatName(run, round.by)}.\n\n${quoted(round.rationale)}`
    : 'There is none.'
  return joinSections(
    earlierScores(data),
    `## Evaluation of iteration ${iteration - 1}\n\n${judged}`,
    hints.length > 0 ? `## Adjustments\n\n${hints.map((hint) => `- ${hint}`).join('\n')}` : '',
    droppedSection({ dropped: data.unassigned }),
    '## What to plan',
    `This is iteration ${iteration} of ${maxIterations(run)}. Assign only what the evaluation says is missing or wrong. If the goal is met, assign nobody, say why, and write ${spelledOut(COMPLETE)}, alone on a line.${round ? ' The result so far follows.' : ''}`,
  )
}

/** What a judge sees: the goal, the result, and how strict to be. */
export function judgeAsk(run: Run, { iteration, unread }: Reflection, result: string, seen = ''): string {
  const most = maxIterations(run)
  const text = quoted(neutralised(result))
  const cut = text.length > MOST_JUDGED
  return joinSections(
    `## Goal\n\n${plainGoal(run)}`,
    `## Result of iteration ${iteration} of ${most}`,
    cut ? `${text.slice(0, MOST_JUDGED)}\n\n(cut here: ${text.length - MOST_JUDGED} more characters)` : text,
    checkedSection(run),
    seen === '' ? '' : `## ${SEEN}\n\n${quoted(seen)}`,
    `## How to judge\n\n${toneOf(iteration, most)}`,
    unread > 0 ? unreadText(score) : '',
    'Give the highest score only if you would hand the result over as it is.',
    formText(score),
  )
}

/** What was seen when the user's checks ran on this result. */
function checkedSection(run: Run): string {
  const seen = seenText(run)
  return seen === '' ? '' : `## Checked\n\n${quoted(seen)}`
}

/** Demanding at first to make a second iteration worthwhile, lenient at the end to avoid discarding good work. */
function toneOf(iteration: number, most: number): string {
  if (iteration >= most && most > 1)
    return 'Be lenient: this is the last iteration. Accept a result that serves the goal, and name what could still be better.'
  if (iteration <= 2)
    return 'Be demanding: check the goal point by point. What was asked for and is missing counts most; claims without evidence count as missing.'
  return 'Be fair: weigh what is still missing against what the goal really needs.'
}

/** The question to a lead about its own result. */
export const selfJudgeAsk = (run: Run, { iteration, unjudged }: Reflection): string =>
  joinSections(
    `## Goal\n\n${plainGoal(run)}`,
    checkedSection(run),
    '## How to judge',
    `Compare the result that you have just written (iteration ${iteration} of ${maxIterations(run)}) with the goal, point by point.`,
    unjudged > 0 ? unreadText(ownVerdict) : '',
    'In the form below, the first word says that the goal is met. The second says that it is not, with what is missing or wrong under it.',
    formText(ownVerdict),
  )
