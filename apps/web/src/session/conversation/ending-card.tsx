import { totalsText } from '@convene/domain'
import { CircleCheck, CircleSlash, CircleX, FileText } from 'lucide-react'
import { useMemo } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { classes } from '../../ui/theme/classes.ts'
import { useSessionStore } from '../view/use-session.ts'
import type { EntryOf, View } from '../view/view.ts'

const icons = { completed: CircleCheck, cancelled: CircleSlash, failed: CircleX }
const looks = { completed: 'text-good', cancelled: 'text-muted', failed: 'text-bad' }

/** Longer summaries fade out. The result page has the full text. */
const LONG = 600

/** How a run ended, what it used, its summary, and a link to the result. */
export function EndingCard({ entry }: { readonly entry: EntryOf<'ending'> }) {
  const { state } = entry
  const store = useSessionStore()
  const summary = useMemo(() => unsaidOf(store.getState().view, entry), [store, entry])
  return (
    <section
      aria-label="How the run ended"
      className={classes(
        'flex max-w-text flex-col gap-3 rounded-lg border bg-surface p-4',
        state === 'failed' ? 'border-bad' : 'border-line',
      )}
    >
      <Head entry={entry} />
      {summary && (
        <div className={classes(summary.length > LONG && state !== 'failed' && 'fading-down max-h-60 overflow-hidden')}>
          <Markdown text={summary} />
        </div>
      )}
      <footer>
        <LinkButton small icon={FileText} href={`/session/${store.id}/result`}>
          Read the result
        </LinkButton>
      </footer>
    </section>
  )
}

function Head({ entry }: { readonly entry: EntryOf<'ending'> }) {
  const { totals, state, text } = entry
  const Icon = icons[state]
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Icon aria-hidden size={16} className={looks[state]} />
      <span className="text-md font-semibold">{text}</span>
      <span className="numeric ml-auto text-sm text-muted">{totalsText(totals).join(' · ')}</span>
    </header>
  )
}

/** The summary without the last message if it starts with it, because that is shown right above. */
function unsaidOf({ order, entries }: View, { key, summary }: EntryOf<'ending'>): string {
  for (let index = order.lastIndexOf(key) - 1; index >= 0; index -= 1) {
    const entry = entries.get(order[index] ?? '')
    if (entry?.kind !== 'said') continue
    if (entry.cut) return summary.startsWith(entry.text.slice(0, -1)) ? '' : summary
    return entry.text && summary.startsWith(entry.text) ? summary.slice(entry.text.length).trim() : summary
  }
  return summary
}
