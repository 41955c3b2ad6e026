import { countText, durationText, isActive } from '@convene/domain'
import type { SessionDecision } from '@convene/reading'
import { Vote as VoteIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { useNow } from '../../ui/use-now.ts'
import { openVotes } from '../view/phase.ts'
import { useSendOnce } from '../view/use-command.ts'
import { useView } from '../view/use-session.ts'
import { BallotOptions } from './ballot-options.tsx'
import { DockCard } from './dock-card.tsx'

/** The oldest decision in which the user has not voted yet. */
export function OpenVote() {
  const first = useView((view) => (isActive(view.session) ? openVotes(view)[0] : undefined))
  return first ? <VoteCard key={first.decision} decision={first} /> : null
}

/** The question, its background, how many have voted, and the user's ballot. */
function VoteCard({ decision }: { readonly decision: SessionDecision }) {
  return (
    <DockCard label="Vote" title="You have a vote" icon={VoteIcon} aside={<Standing decision={decision} />}>
      <ScrollArea label="Decision" className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 pb-2">
        <p className="font-semibold wrap-anywhere">{oneLine(decision.topic)}</p>
        {decision.evidence && (
          <div className="text-muted">
            <Markdown text={decision.evidence} />
          </div>
        )}
      </ScrollArea>
      <Ballot decision={decision} />
    </DockCard>
  )
}

function Standing({ decision }: { readonly decision: SessionDecision }) {
  const { eligible, votes } = decision
  const closesAt = useView(({ session }) => session.decisions[decision.decision]?.closesAt ?? null)
  const now = useNow(closesAt !== null)
  const left = closesAt === null ? 0 : closesAt - now
  const facts = [
    `${votes.length} of ${countText(eligible.length, 'vote')} in, secret until all are`,
    left > 0 && `closes in ${durationText(left)}`,
  ]
  return <p className="numeric ml-auto truncate font-normal">{facts.filter(Boolean).join(' · ')}</p>
}

function Ballot({ decision }: { readonly decision: SessionDecision }) {
  const { send, isSending } = useSendOnce()
  const [option, setOption] = useState('')
  const [reason, setReason] = useState('')
  const vote = () =>
    send({ type: 'vote', decision: decision.decision, option, ...(reason.trim() && { reason: reason.trim() }) })
  return (
    <Form onSubmit={() => option && vote()} className="flex flex-col gap-3 px-4 pb-3">
      <BallotOptions options={decision.options} chosen={option} onChoose={setOption} />
      <div className="flex flex-wrap items-center gap-2">
        <input
          aria-label="Reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          placeholder="Reason (optional, kept in the record)"
          className="h-8 min-w-48 flex-1 rounded-md border border-line-field bg-raised px-3 hover:border-muted"
        />
        <Button tone="primary" type="submit" icon={VoteIcon} disabled={!option || isSending}>
          Vote
        </Button>
      </div>
    </Form>
  )
}
