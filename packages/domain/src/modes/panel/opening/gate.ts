import { record, rest, type Step } from '../../../effect/effect.ts'
import type { Fact } from '../../../event/event.ts'
import { standAtGate } from '../../../mode/gate.ts'
import { estimateText } from '../../../run/estimate-text.ts'
import { capTexts, overText } from '../../../run/limit-text.ts'
import type { Run } from '../../../state/session.ts'
import { countText } from '../../../text/amounts.ts'
import { briefsText } from '../setup/briefs.ts'
import type { First } from '../setup/first-asked.ts'
import { hasBriefs, onlyModel, onlyVotes } from '../setup/settings.ts'
import { movePanel } from '../setup/table.ts'
import { areAsked } from './options-asked.ts'
import type { OpeningContext } from './state.ts'
import { topicOptions } from './topic-options.ts'

/**
 * The topic with everything the user should know before it costs anything. Nothing to approve if the question holds its
 * options: it is the topic, and starting the run was the approval.
 */
export function gate(context: OpeningContext): readonly Fact[] {
  const { run, panel } = context
  if (isApproved(context)) return []
  const seats = run.team.members.map(({ name, model }) => (model === '' ? name : `${name} (${model})`)).join(', ')
  const { maxTotalTokens, maxDuration, maxCostUsd } = run.limits
  const caps = capTexts({ maxTurns: panel.opening.maxTurns, maxTotalTokens, maxCostUsd, maxDuration })
  const question = `${askOf(context)} Panelists: ${seats}. Limits: at most ${caps.join(', ')}. Estimate: ${estimateText(run.estimate)}.`
  return standAtGate(run, {
    id: `${run.number}/topic${panel.opening.drafts}`,
    gate: 'topic',
    question,
    text: panel.opening.topic,
    estimate: run.estimate,
  })
}

/** Other options than the goal's are the Head's idea, and a run that may exceed its limits is no small thing: both wait. */
const isApproved = ({ run, panel: { opening } }: OpeningContext): boolean =>
  opening.gate === null &&
  opening.protocol === 'decide' &&
  opening.drafts === 1 &&
  overText(run) === '' &&
  areAsked(topicOptions(opening.topic), run.goal)

const FIRST: { readonly [ask in First['ask']]: string } = {
  'two-first': ' Two panelists answer first, the others only if that does not settle it.',
  'as-few-as-needed': ' Panelists vote until the result is certain.',
}

/** What is approved: the protocol, and how a decision gets its options. */
function askOf({ run, panel }: OpeningContext): string {
  const { protocol, rounds, first, topic, findings } = panel.opening
  if (protocol === 'estimate')
    return `Estimate this? Each panelist answers ${(rounds ?? 1) > 1 ? 'twice, sealed, and reads the reasons of the others in between' : 'once, sealed'}.`
  if (protocol !== 'decide')
    return findings ? 'Discuss this topic? It ends in findings, without a vote.' : 'Discuss this topic?'
  const way =
    (rounds ?? 1) > 1
      ? `At most ${countText(rounds ?? 1, 'round')}${hasBriefs(run) ? `. ${briefsText(run).slice(0, -1)}` : ''}`
      : `One blind vote, no debate${becauseOf(run)}`
  const from =
    topicOptions(topic).length > 0
      ? 'The panel votes on the options in the topic, which you can edit'
      : 'The options come from what the panelists say'
  return `Decide this? ${from}. ${way}.${first ? FIRST[first.ask] : ''}`
}

const becauseOf = (run: Run): string => (onlyVotes(run) ? `: all seats use ${onlyModel(run)}` : '')

/** The user approves the topic, edits it, or sends it back to the Head. */
export function waitForApproval(context: OpeningContext): Step {
  const { run, panel } = context
  if (isApproved(context)) return record(movePanel(run, 'userApproved'))
  if (panel.opening.gate?.answer === 'approve') return record(movePanel(run, 'userApproved'))
  if (panel.opening.gate?.answer === 'reject') return record(movePanel(run, 'userRejected', panel.opening.gate.text))
  return rest
}
