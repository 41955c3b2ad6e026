import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import type { EntryOf } from '../view/view.ts'

const trends = { improving: TrendingUp, stable: Minus, degrading: TrendingDown }
const looks = { improving: 'text-good', stable: 'text-muted', degrading: 'text-bad' }

/** The evaluation of an iteration. */
export function ScoreCard({ entry }: { readonly entry: EntryOf<'scored'> }) {
  const trend = entry.trend as keyof typeof trends
  const Icon = trends[trend] ?? Minus
  return (
    <section
      aria-label={`Evaluation of iteration ${entry.iteration}`}
      className="flex max-w-text gap-4 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex flex-col items-center gap-1">
        <span className="numeric text-lg font-semibold">{entry.score.toFixed(2)}</span>
        {entry.iteration > 1 && <Icon role="img" aria-label={entry.trend} size={14} className={looks[trend] ?? ''} />}
      </div>
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">Iteration {entry.iteration}</p>
        <Markdown text={entry.rationale} />
      </div>
    </section>
  )
}
