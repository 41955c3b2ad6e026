import { countText } from '@convene/domain'
import type { DecisionView } from '@convene/protocol'
import { History } from 'lucide-react'
import { Link } from 'wouter'
import { useClient, valueOrToast } from '../connection/client.ts'
import { useCall } from '../connection/use-call.ts'
import { Button } from '../ui/button.tsx'
import { KeyCaps } from '../ui/keys.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { oneLine } from '../ui/text/neutral.ts'

/** The newest decision whose date has come, as one line that a key answers. */
export function DueReviews() {
  const due = useCall((client) => client.decisions({ due: '1' }))
  const [first, ...more] = due.value?.items ?? []
  if (!first) return null
  return (
    <section aria-label="How did it turn out?" className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
      <Due key={`${first.run} ${first.decision}`} decision={first} onSaid={due.again} />
      {more.length > 0 && (
        <p className="text-muted">
          {countText(more.length, 'more decision')} after this.{' '}
          <Link href="/records" className="underline underline-offset-2">
            Track record
          </Link>
        </p>
      )}
    </section>
  )
}

function Due({ decision, onSaid }: { readonly decision: DecisionView; readonly onSaid: () => void }) {
  const client = useClient()
  const { session, run, decision: id, question, chosen, options, reminder } = decision
  const say = async (outcome: string) => {
    const sent = await client.command({ id: session, type: 'resolve', decision: id, run, outcome })
    if (valueOrToast(sent, 'The outcome was not recorded.')) onSaid()
  }
  const others = options.filter((option) => option !== chosen)
  // Only one other can have been right. With more, the result page asks which.
  const other = others.length === 1 ? others[0] : undefined
  const isRight = () => void (chosen && say(chosen))
  const isWrong = () => void (other !== undefined && say(other))
  useShortcuts({ y: isRight, ...(other !== undefined && { n: isWrong }) })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <History aria-hidden size={14} className="shrink-0 text-muted" />
      <Link
        href={`/session/${session}/result`}
        title={oneLine(question)}
        className="min-w-48 flex-1 wrap-anywhere hover:underline"
      >
        {oneLine(reminder)}
      </Link>
      <span className="flex flex-wrap gap-2">
        <Button small disabled={chosen === null} onClick={isRight}>
          It was right
          <KeyCaps keys="Y" />
        </Button>
        {other !== undefined && (
          <Button small title={`“${oneLine(other)}” was right`} onClick={isWrong}>
            It was wrong
            <KeyCaps keys="N" />
          </Button>
        )}
        <Button small tone="quiet" onClick={() => void say('unclear')}>
          Unclear
        </Button>
      </span>
    </div>
  )
}
