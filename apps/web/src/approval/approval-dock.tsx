import type { Ask } from '@convene/domain'
import { ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '../app/shortcuts.ts'
import { useView } from '../session/use-session.ts'
import { ApprovalCard } from './approval-card.tsx'
import { SpentSoFar } from './coverage.tsx'
import { DenyForm } from './deny-form.tsx'
import { useAnswer } from './use-answer.ts'

/** What agents ask to be allowed, one at a time, the oldest first. */
export function ApprovalDock() {
  const asks = useView(({ session }) => session.asks)
  const list = Object.values(asks).sort((one, other) => one.since - other.since)
  const [first] = list
  if (!first) return null
  return <OpenAsk key={first.ask} ask={first} count={list.length} />
}

function OpenAsk({ ask, count }: { readonly ask: Ask; readonly count: number }) {
  const [pattern, setPattern] = useState(ask.proposed)
  const [isDenying, setDenying] = useState(false)
  const { answer, isSending } = useAnswer(ask)
  useShortcuts({
    y: () => answer('once', {}),
    s: () => answer('session', { pattern }),
    a: () => answer('always', { pattern }),
    n: () => setDenying(true),
  })
  return (
    <section
      aria-label="Approval"
      className="animate-rise overflow-hidden rounded-lg border border-warning bg-surface shadow-floating"
    >
      <header className="flex items-center gap-2 border-b border-line bg-warning-soft px-4 py-2 text-sm font-medium text-warning">
        <ShieldQuestion aria-hidden size={16} />
        <h2>May it do this?</h2>
        {count > 1 && <span className="numeric rounded-full bg-surface px-2">1 of {count}</span>}
        <SpentSoFar />
      </header>
      {isDenying ? (
        <DenyForm onCancel={() => setDenying(false)} onDeny={(reason) => answer('deny', reason ? { reason } : {})} />
      ) : (
        <ApprovalCard
          ask={ask}
          pattern={pattern}
          onPattern={setPattern}
          onAnswer={answer}
          onDeny={() => setDenying(true)}
          isSending={isSending}
        />
      )}
    </section>
  )
}
