import { type Comparison, costText, countText, endText, tokensText } from '@convene/domain'
import { Section } from '../../ui/screen.tsx'

type Outcome = NonNullable<Comparison['outcome']['a']>

/** How both sessions ended and what they used. */
export function Outcomes({ comparison }: { readonly comparison: Comparison }) {
  const { shared, outcome } = comparison
  const hint = shared > 0 ? `Both share the first ${countText(shared, 'event')}, which are billed once.` : undefined
  return (
    <Section title="How they ended" {...(hint && { hint })}>
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Ended outcome={outcome.a} />
        <Ended outcome={outcome.b} />
      </div>
    </Section>
  )
}

function Ended({ outcome }: { readonly outcome: Outcome | null }) {
  if (!outcome)
    return <p className="rounded-lg border border-dashed border-line-strong p-4 text-muted">Not finished yet</p>
  return (
    <div className="rounded-lg border border-line bg-surface p-4">
      <p className="font-medium">{endText(outcome.state, outcome.reason)}</p>
      <p className="numeric text-muted">
        {tokensText(outcome.tokens)} tokens · {costText({ costUsd: outcome.costUsd, unpriced: 0 })}
      </p>
    </div>
  )
}
