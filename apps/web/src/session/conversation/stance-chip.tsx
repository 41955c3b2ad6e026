import { Citation } from '../../ui/markdown/citation.tsx'
import type { Stance } from './stance.ts'

/** A position in one line: `B → A · 72 %`, the message that caused the change, and the option's text. */
export function StanceChip({ stance: { words, text, because, style } }: { readonly stance: Stance }) {
  return (
    <p className="flex min-w-0 items-center gap-2 text-sm max-tablet:order-1 max-tablet:w-full">
      <span
        style={style}
        className="agent numeric inline-flex h-5 shrink-0 items-center rounded-full bg-(--agent-soft) px-2 text-xs font-medium whitespace-nowrap text-(--agent-ink)"
      >
        {words}
      </span>
      {because && (
        <span className="shrink-0 text-xs whitespace-nowrap text-muted">
          because <Citation id={because} />
        </span>
      )}
      <span title={text} className="min-w-0 truncate text-muted">
        {text}
      </span>
    </p>
  )
}
