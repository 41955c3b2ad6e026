import { adrText, UNDECIDED } from '../../decision/adr.ts'
import { reviewOf } from '../../decision/commit.ts'
import { type Fact, fact } from '../../event/event.ts'
import { decisionOf, isOpen, panelistName, tally, vetoes } from './ballot.ts'
import { countLines } from './count-lines.ts'
import { dissenters, openText } from './report.ts'
import { endedEarly, type PanelContext } from './state.ts'

/** The name of a panel's ballot, one for each time it closes. */
export const decisionId = ({ run, panel }: Pick<PanelContext, 'run' | 'panel'>): string =>
  `${run.number}/panel${panel.closings}`

/** What was decided as facts: the commitment that modes and people read, and its record as an artifact. A rehearsal leaves no record. */
export function decisionFacts(context: PanelContext, consequences: string): readonly Fact[] {
  const { run, panel } = context
  const decision = decisionOf(panel)
  if (!decision && !isOpen(panel)) return []
  const option = decision?.option ?? ''
  const rationale = decision ? rationaleOf(context, option) : openText(context)
  const adr = panel.rehearsal ? '' : adrOf(context, { option, rationale, consequences })
  const counts = tally(panel).majority.map(({ option, points }) => [option, points])
  const data = {
    decision: decisionId(context),
    option,
    how: decision?.how ?? ('undecided' as const),
    votes: Object.fromEntries(counts),
    counts: [...countLines(panel)],
    ...(panel.ballots.length > 0 && !panel.rehearsal && { probability: tally(panel).probability }),
    rationale,
    ...reviewOf(context.session, run, decision?.how ?? 'undecided'),
    dissent: dissenters(context).map(({ voter, option, reason }) => ({ voter, option, reason })),
    adr,
  }
  const place = { parent: String(run.number) }
  const artifact = { id: `${decisionId(context)}/adr`, kind: 'adr' as const, title: titleOf(run.goal), text: adr }
  return [fact('decision.committed', data, place), ...(adr === '' ? [] : [fact('artifact', artifact, place)])]
}

function rationaleOf({ run, panel }: PanelContext, option: string): string {
  const own = panel.ballots.filter((ballot) => ballot.option === option && ballot.reason !== '')
  const reasons = own.map(({ voter, reason }) => `${panelistName(run, voter)}: ${reason}`)
  return [...reasons, ...(panel.casting ? [`The Head decided: ${panel.casting.reason}`] : [])].join('\n')
}

type Decided = { readonly option: string; readonly rationale: string; readonly consequences: string }

function adrOf({ session, run, panel }: PanelContext, { option, rationale, consequences }: Decided): string {
  const against = vetoes(panel)
  return adrText({
    title: titleOf(run.goal),
    status: option === '' ? 'open' : against.length > 0 ? 'contested' : 'accepted',
    context: panel.topic === '' ? run.goal : panel.topic,
    options: panel.options.map(({ text }) => text),
    decision: option || UNDECIDED,
    rationale,
    consequences,
    participants: run.team.members.map(({ slug }) => {
      const {
        option: chosen = null,
        reason = '',
        confidence = null,
      } = panel.ballots.find(({ voter }) => voter === slug) ?? {}
      const unasked = endedEarly(panel) && !panel.escalation?.seats.includes(slug)
      return {
        name: panelistName(run, slug),
        option: chosen,
        reason,
        confidence,
        abstained: panel.abstained.includes(slug),
        unasked,
      }
    }),
    counts: countLines(panel),
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
