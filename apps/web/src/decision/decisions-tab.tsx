import { Gavel, Vote as VoteIcon } from 'lucide-react'
import { useState } from 'react'
import { Markdown } from '../markdown/markdown.tsx'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field } from '../parts/field.tsx'
import { useSendCommand } from '../session/use-command.ts'
import { useSpeaker, useView } from '../session/use-session.ts'
import type { Decision } from '../session/view.ts'

/** Questions put to a vote, and what was decided. */
export function DecisionsTab() {
  const decisions = useView((view) => view.decisions)
  if (decisions.length === 0)
    return (
      <Empty
        icon={Gavel}
        title="No decisions yet"
        text="When agents are blocked, or you propose one with /decide, the options and votes are here."
      />
    )
  return (
    <ul className="flex flex-col gap-3 p-4">
      {[...decisions].reverse().map((decision) => (
        <DecisionCard key={decision.decision} decision={decision} />
      ))}
    </ul>
  )
}

function DecisionCard({ decision }: { readonly decision: Decision }) {
  const { outcome, votes, eligible } = decision
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line bg-surface p-3">
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 font-medium wrap-anywhere">{decision.topic}</p>
        <Badge tone={outcome ? 'good' : 'warning'}>
          {outcome ? 'Decided' : `${votes.length} of ${eligible.length} voted`}
        </Badge>
      </div>
      {decision.evidence && <Markdown text={decision.evidence} />}
      {outcome ? <Outcome decision={decision} /> : <Ballot decision={decision} />}
    </li>
  )
}

function Outcome({ decision }: { readonly decision: Decision }) {
  const { outcome } = decision
  if (!outcome) return null
  const most = Math.max(1, ...Object.values(outcome.votes))
  return (
    <div className="flex flex-col gap-2">
      {decision.options.map((option) => (
        <div key={option} className="flex items-center gap-2 text-sm">
          <span className={option === outcome.option ? 'min-w-0 flex-1 font-semibold' : 'min-w-0 flex-1 text-muted'}>
            {option}
          </span>
          <span className="h-1.5 w-16 overflow-hidden rounded-full bg-hover">
            <span
              className={option === outcome.option ? 'block h-full bg-good' : 'block h-full bg-line-strong'}
              style={{ width: `${((outcome.votes[option] ?? 0) / most) * 100}%` }}
            />
          </span>
          <span className="numeric w-4 text-right">{outcome.votes[option] ?? 0}</span>
        </div>
      ))}
      <p className="text-sm text-muted">
        By {outcome.how}. {outcome.rationale}
      </p>
      {outcome.dissent.map(({ voter, option, reason }) => (
        <Dissent key={voter} voter={voter} text={`${option}: ${reason}`} />
      ))}
    </div>
  )
}

function Dissent({ voter, text }: { readonly voter: string; readonly text: string }) {
  const speaker = useSpeaker(voter)
  return (
    <p className="border-l-2 border-line-strong pl-2 text-sm text-muted">
      <span className="font-medium text-ink">{speaker.name}</span> dissents. {text}
    </p>
  )
}

/** Votes are secret until all are in: only who has voted is shown. */
function Ballot({ decision }: { readonly decision: Decision }) {
  const send = useSendCommand()
  const [option, setOption] = useState('')
  const [reason, setReason] = useState('')
  const hasVoted = decision.votes.some(({ voter }) => voter === 'user')
  if (hasVoted || decision.ballot)
    return (
      <p className="text-sm text-muted">
        {hasVoted ? 'You have voted. ' : ''}The count is secret until all votes are in.
      </p>
    )
  const vote = () => void send({ type: 'vote', decision: decision.decision, option, ...(reason && { reason }) })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Your vote</legend>
      {decision.options.map((each) => (
        <label key={each} className="flex items-start gap-2 rounded-sm p-1 hover:bg-hover">
          <input
            type="radio"
            name={decision.decision}
            checked={option === each}
            onChange={() => setOption(each)}
            className="mt-1 accent-accent"
          />
          <span className="wrap-anywhere">{each}</span>
        </label>
      ))}
      <Field label="Reason" value={reason} onChange={(event) => setReason(event.target.value)} placeholder="Optional" />
      <Button tone="primary" icon={VoteIcon} disabled={!option} onClick={vote} className="self-start">
        Vote
      </Button>
    </fieldset>
  )
}
