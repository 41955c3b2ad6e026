import { comparedIn, USER } from '@convene/domain'
import { howText, type SessionDecision } from '@convene/reading'
import { Gavel } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { capitalized } from '../../ui/text/words.ts'
import { useSpeaker, useView } from '../view/use-session.ts'

/** Questions put to a vote, with their votes and decisions. */
export function DecisionsTab() {
  const decisions = useView((view) => view.decisions)
  if (decisions.length === 0)
    return (
      <Empty
        icon={Gavel}
        title="No decisions yet"
        text="Options and votes appear here when agents are blocked or you propose a vote with /decide."
      />
    )
  return (
    <ul className="flex flex-col gap-3 p-4">
      {[...decisions].reverse().map((decision) => (
        <DecisionCard key={`${decision.run} ${decision.decision}`} decision={decision} />
      ))}
    </ul>
  )
}

function DecisionCard({ decision }: { readonly decision: SessionDecision }) {
  const { committed, votes, eligible } = decision
  const isDecided = committed !== null && committed.how !== 'undecided'
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface p-3">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 font-medium wrap-anywhere">{decision.topic}</p>
        <Badge tone={isDecided ? 'good' : 'warning'}>
          {isDecided ? 'Decided' : committed ? 'Undecided' : `${votes.length} of ${eligible.length} voted`}
        </Badge>
      </div>
      {decision.evidence && <Markdown text={decision.evidence} />}
      {committed ? <Committed decision={decision} /> : <Open decision={decision} />}
    </li>
  )
}

function Committed({ decision }: { readonly decision: SessionDecision }) {
  const { committed } = decision
  if (!committed) return null
  const most = Math.max(1, ...Object.values(committed.votes))
  return (
    <div className="flex flex-col gap-2">
      {decision.options.map((option) => (
        <div key={option} className="flex items-center gap-2 text-sm">
          <span className={option === committed.option ? 'min-w-0 flex-1 font-semibold' : 'min-w-0 flex-1 text-muted'}>
            {option}
          </span>
          <span className="h-1.5 w-16 overflow-hidden rounded-full bg-hover">
            <span
              className={option === committed.option ? 'block h-full bg-good' : 'block h-full bg-line-strong'}
              style={{ width: `${((committed.votes[option] ?? 0) / most) * 100}%` }}
            />
          </span>
          <span className="numeric w-4 text-right">{committed.votes[option] ?? 0}</span>
        </div>
      ))}
      <p className="text-sm whitespace-pre-line text-muted">
        {committed.how === 'undecided' ? 'Undecided.' : `${capitalized(howText(committed.how))}.`} {committed.rationale}
      </p>
      {comparedIn(committed.counts ?? []).map((line) => (
        <p key={line} className="numeric text-sm text-muted wrap-anywhere">
          {line}
        </p>
      ))}
      {committed.dissent.map(({ voter, option, reason }) => (
        <Dissent key={voter} voter={voter} option={option} reason={reason} />
      ))}
    </div>
  )
}

function Dissent({
  voter,
  option,
  reason,
}: {
  readonly voter: string
  readonly option: string
  readonly reason: string
}) {
  const speaker = useSpeaker(voter)
  return (
    <p className="border-l-2 border-line-strong pl-2 text-sm text-muted">
      <span className="font-medium text-ink">{speaker.name}</span> preferred “{option}”. {reason}
    </p>
  )
}

/** Votes are secret until all are in, so only their number is shown. The user's own ballot is in the dock. */
function Open({ decision }: { readonly decision: SessionDecision }) {
  const hasSeat = decision.eligible.includes(USER)
  const hasVoted = decision.votes.some(({ voter }) => voter === USER)
  const own = hasVoted ? 'You have voted. ' : hasSeat ? 'Your ballot is below. ' : ''
  return <p className="text-sm text-muted">{own}The count is secret until all votes are in.</p>
}
