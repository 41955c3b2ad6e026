import { countText } from '@convene/domain'
import type { DecisionView } from '@convene/protocol'
import { Link } from 'wouter'
import { useClient, valueOrToast } from '../connection/client.ts'
import { useCall } from '../connection/use-call.ts'
import { Button } from '../ui/button.tsx'
import { oneLine } from '../ui/text/neutral.ts'

const MOST = 2
const MOST_OPTIONS = 4
const LONGEST_LABEL = 40

/** Decisions whose review date has passed, with one-click answers for how they turned out. */
export function DueReviews() {
  const due = useCall((client) => client.decisions({ due: '1' }))
  const items = due.value?.items ?? []
  if (items.length === 0) return null
  const more = items.length - MOST
  return (
    <section
      aria-label="How did it turn out?"
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold">How did it turn out?</h2>
        <Link href="/records" className="text-sm text-accent-ink underline underline-offset-2">
          Track record
        </Link>
      </header>
      <ul className="flex flex-col gap-4">
        {items.slice(0, MOST).map((decision) => (
          <Due key={`${decision.run} ${decision.decision}`} decision={decision} onSaid={due.again} />
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-muted">{countText(more, 'more decision')} to review after these.</p>}
    </section>
  )
}

function Due({ decision, onSaid }: { readonly decision: DecisionView; readonly onSaid: () => void }) {
  const client = useClient()
  const { session, run, decision: id, question, chosen, options } = decision
  const say = async (outcome: string) => {
    const sent = await client.command({ id: session, type: 'resolve', decision: id, run, outcome })
    if (valueOrToast(sent, 'The outcome was not recorded.')) onSaid()
  }
  return (
    <li className="flex flex-col gap-2">
      <p className="wrap-anywhere">
        <Link href={`/session/${session}/result`} className="underline underline-offset-2">
          {oneLine(question)}
        </Link>
      </p>
      <p className="text-sm text-muted wrap-anywhere">Decided: {oneLine(chosen ?? '')}. Which was right?</p>
      <div className="flex flex-wrap gap-2">
        {options.slice(0, MOST_OPTIONS).map((option) => (
          <Button key={option} small title={`“${oneLine(option)}” was right`} onClick={() => void say(option)}>
            {shortened(oneLine(option))}
          </Button>
        ))}
        <Button small tone="quiet" onClick={() => void say('none')}>
          None was right
        </Button>
        <Button small tone="quiet" onClick={() => void say('unclear')}>
          Unclear
        </Button>
      </div>
    </li>
  )
}

const shortened = (text: string): string =>
  text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1).trimEnd()}…` : text
