import { Brain } from 'lucide-react'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import type { EntryOf } from '../view/view.ts'
import { useIsOpen } from './opened.ts'

/** A model's reasoning, collapsed to one line. */
export function ThoughtCard({ entry }: { readonly entry: EntryOf<'thought'> }) {
  const [isOpen, toggle] = useIsOpen(entry.key)
  return (
    <div className="max-w-text text-muted">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={toggle}
        className="flex w-full items-center gap-2 text-left text-sm hover:text-ink"
      >
        <Brain aria-hidden size={14} className="shrink-0" />
        <span className="truncate">{isOpen ? 'Thought' : entry.text.slice(0, 200)}</span>
      </button>
      {isOpen && (
        <div className="mt-2 border-l-2 border-line pl-3">
          <Markdown text={entry.text} />
        </div>
      )}
    </div>
  )
}
