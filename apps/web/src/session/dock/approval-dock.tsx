import type { Ask } from '@convene/domain'
import { ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../../people/me.ts'
import { mayAlways, refuseApproving } from '../../people/rights.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useView } from '../view/use-session.ts'
import { AnswerForm } from './answer-form.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { SpentSoFar } from './coverage.tsx'
import { DockCard } from './dock-card.tsx'
import { useAnswer } from './use-answer.ts'
import { WaitsFor } from './waits-for.tsx'
import { Wanted } from './wanted.tsx'

/** Pending approvals, one at a time, oldest first. */
export function ApprovalDock() {
  const asks = useView(({ session }) => session.asks)
  const list = Object.values(asks).sort((one, other) => one.since - other.since)
  const [first] = list
  const me = useMe()
  const session = useView((view) => view.session)
  const why = refuseApproving(me, session)
  if (!first) return null
  if (why !== null)
    return (
      <WaitsFor key={first.ask} label="Approval" why={why} icon={ShieldQuestion}>
        <Wanted ask={first} />
      </WaitsFor>
    )
  return <OpenAsk key={first.ask} ask={first} count={list.length} />
}

function OpenAsk({ ask, count }: { readonly ask: Ask; readonly count: number }) {
  const [pattern, setPattern] = useState(ask.proposed)
  const [isDenying, setDenying] = useState(false)
  const { answer, isSending, refused } = useAnswer(ask)
  const me = useMe()
  useShortcuts({
    y: () => answer('once', {}),
    s: () => answer('session', { pattern }),
    ...(mayAlways(me) && { a: () => answer('always', { pattern }) }),
    n: () => setDenying(true),
  })
  return (
    <DockCard
      label="Approval"
      title="Allow this action?"
      icon={ShieldQuestion}
      tone="warning"
      aside={<Head count={count} />}
    >
      {isDenying ? (
        <AnswerForm
          mayBeEmpty
          label="Why not?"
          hint="Optional. The agent sees your reason and can try another way."
          send="Deny"
          tone="danger"
          onSend={(reason) => answer('deny', reason ? { reason } : {})}
          onBack={() => setDenying(false)}
        />
      ) : (
        <ApprovalCard
          ask={ask}
          pattern={pattern}
          refused={refused}
          onPattern={setPattern}
          onAnswer={answer}
          onDeny={() => setDenying(true)}
          isSending={isSending}
          offersAlways={mayAlways(me)}
        />
      )}
    </DockCard>
  )
}

function Head({ count }: { readonly count: number }) {
  return (
    <>
      {count > 1 && <span className="numeric shrink-0 rounded-full bg-surface px-2">1 of {count}</span>}
      <SpentSoFar />
    </>
  )
}
