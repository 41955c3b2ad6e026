import { costText, countText, durationText, tokensOf, tokensText } from '@convene/domain'
import { CircleCheck, CircleSlash, CircleX } from 'lucide-react'
import { Markdown } from '../markdown/markdown.tsx'
import type { EntryOf } from '../session/view.ts'
import { reasonText } from '../text/words.ts'
import { classes } from '../theme/classes.ts'

const icons = { completed: CircleCheck, cancelled: CircleSlash, failed: CircleX }
const looks = { completed: 'text-good', cancelled: 'text-muted', failed: 'text-bad' }
const words = { completed: 'Done', cancelled: 'Stopped', failed: 'Failed' }

/** How a run ended, what it took, and what it came to. */
export function EndingCard({ entry }: { readonly entry: EntryOf<'ending'> }) {
  const { totals, state } = entry
  const Icon = icons[state]
  const reason = reasonText(entry.reason)
  const facts = [
    countText(totals.calls, 'call'),
    `${tokensText(tokensOf(totals))} tokens`,
    costText(totals),
    durationText(totals.ms),
  ]
  return (
    <section
      aria-label="How the run ended"
      className="flex max-w-192 flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon aria-hidden size={18} className={looks[state]} />
        <span className="text-md font-semibold">
          {words[state]}
          {reason && <span className="font-normal text-muted">, {reason}</span>}
        </span>
        <span className="numeric ml-auto text-sm text-muted">{facts.join(' · ')}</span>
      </header>
      {entry.summary && (
        <div className={classes(state === 'failed' && 'text-bad')}>
          <Markdown text={entry.summary} />
        </div>
      )}
    </section>
  )
}
