import { adrText, UNDECIDED } from '../../../decision/adr.ts'
import { reviewOf } from '../../../decision/commit.ts'
import { forecastFacts } from '../../../decision/forecast.ts'
import type { Decided } from '../../../event/end-facts.ts'
import { type Fact, fact } from '../../../event/event.ts'
import { countLines } from '../ballot/count-lines.ts'
import { decisionId } from '../ballot/proposal.ts'
import { decisionOf, tallyBallots, vetoes } from '../ballot/tally.ts'
import { findingFor } from '../debate/looking/decided.ts'
import { endedEarly } from '../debate/state.ts'
import { topicWith } from '../opening/topic-options.ts'
import { nameIn, panelistName } from '../setup/seats.ts'
import { dissenters } from './minority.ts'
import type { ReportContext } from './state.ts'
import { openText, undecidedBy } from './undecided.ts'

/**
 * A decision as facts: the commitment that modes and people read, and its record, except in a rehearsal. Without a
 * ballot there is nothing to commit to, and only the record says that the question is open. Findings decide nothing.
 */
export function decisionFacts(context: ReportContext, consequences: string): readonly Fact[] {
  const { run, panel } = context
  if (panel.opening.findings) return []
  const decision = decisionOf(panel)
  const option = decision?.option ?? ''
  const rationale = decision ? rationaleOf(context, option) : openText(context)
  const adr = panel.opening.rehearsal ? '' : adrOf(context, { option, rationale, consequences })
  const place = { parent: String(run.number) }
  const artifact = { id: `${decisionId(context)}/adr`, kind: 'adr' as const, title: titleOf(run.goal), text: adr }
  return [
    ...(panel.ballot.decision === null
      ? []
      : [fact('decision.committed', committedOf(context, rationale, adr), place)]),
    ...(adr === '' ? [] : [fact('artifact', artifact, place)]),
  ]
}

function committedOf(context: ReportContext, rationale: string, adr: string) {
  const { run, panel } = context
  const { option = '', how = 'undecided' as const } = decisionOf(panel) ?? {}
  const { majority, forecast } = tallyBallots(panel)
  return {
    decision: decisionId(context),
    option,
    how,
    votes: Object.fromEntries(majority.map(({ option: each, points }) => [each, points])),
    counts: [...countLines(panel, nameIn(run))],
    ...forecastFacts(forecast, { isShown: panel.ballot.ballots.length > 0 && !panel.opening.rehearsal }),
    rationale,
    ...reviewOf(context.session, run, how),
    dissent: dissenters(context).map(({ voter, option: other, reason }) => ({ voter, option: other, reason })),
    adr,
  }
}

/** What the end of the run says about it. An open question is one with no option. Undefined if there was no choice. */
export function decidedOf(context: ReportContext): Decided | undefined {
  const { panel } = context
  if (panel.opening.findings) return undefined
  const { option, how, votes, dissent, probability, basis, close } = committedOf(context, '', '')
  // A decision by the Head is no result of the votes.
  const isCounted = probability !== undefined && basis && option !== '' && how !== 'lead'
  return {
    ...{ option: option || null, how, votes, voters: panel.ballot.eligible.length, dissent },
    ...(isCounted && { probability: { value: probability, ...basis }, ...(close && { close }) }),
  }
}

function rationaleOf({ run, panel }: ReportContext, option: string): string {
  const own = panel.ballot.ballots.filter((ballot) => ballot.option === option && ballot.reason !== '')
  const reasons = own.map(({ voter, reason }) => `${panelistName(run, voter)}: ${reason}`)
  const casting = panel.ballot.casting
    ? [`${undecidedBy(panel)}, so the Head decided: ${panel.ballot.casting.reason}`]
    : []
  const seen = findingFor(panel, option)?.text
  return [...casting, ...(seen === undefined ? [] : [seen]), ...reasons].join('\n')
}

type AdrParts = { readonly option: string; readonly rationale: string; readonly consequences: string }

function adrOf({ session, run, panel }: ReportContext, { option, rationale, consequences }: AdrParts): string {
  const against = vetoes(panel)
  return adrText({
    title: titleOf(run.goal),
    status: option === '' ? 'open' : against.length > 0 ? 'contested' : 'accepted',
    // The options have their own section.
    context: panel.opening.topic === '' ? run.goal : topicWith(panel.opening.topic, []),
    options: panel.debate.options.map(({ text }) => text),
    decision: option || UNDECIDED,
    rationale,
    consequences,
    participants: run.team.members.map(({ slug }) => {
      const {
        option: chosen = null,
        reason = '',
        confidence = null,
      } = panel.ballot.ballots.find(({ voter }) => voter === slug) ?? {}
      const unasked = endedEarly(panel) && !panel.debate.escalation?.seats.includes(slug)
      return {
        name: panelistName(run, slug),
        option: chosen,
        reason,
        confidence,
        abstained: panel.ballot.abstained.includes(slug),
        unasked,
      }
    }),
    counts: countLines(panel, nameIn(run)),
    ...(against.length > 0 && {
      vetoes: against.map(({ voter, veto }) => ({ by: panelistName(run, voter), reason: veto })),
    }),
    date: session.at,
    ...reviewOf(session, run, option === '' ? 'undecided' : 'majority'),
  })
}

const titleOf = (goal: string): string => {
  const line = goal.trim().split('\n')[0] ?? ''
  return line.length <= 100 ? line : `${line.slice(0, 99)}…`
}
