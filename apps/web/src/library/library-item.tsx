import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { neutral, oneLine } from '../ui/text/neutral.ts'
import type { Hidden } from './sections.ts'

/** A team or agent as the list shows it. */
export type Shown = {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly picture: ReactNode
  readonly badges: ReactNode
  /** The route that starts a run with it. */
  readonly start?: string
}

export function LibraryItem({ href, item }: { readonly href: string; readonly item: Shown }) {
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface transition-colors hover:border-line-strong">
      <Link href={href} className="flex flex-1 gap-3 rounded-lg p-3 hover:bg-hover">
        {item.picture}
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="min-w-0 truncate font-medium">{oneLine(item.name)}</span>
            <span className="ml-auto flex shrink-0 gap-1">{item.badges}</span>
          </span>
          <span className="line-clamp-2 text-muted">{oneLine(item.description) || 'No description.'}</span>
        </span>
      </Link>
      {item.start && (
        <Link
          href={item.start}
          className="flex min-h-10 items-center gap-2 rounded-b-lg border-t border-line px-3 text-sm font-medium text-accent-ink hover:bg-hover"
        >
          <Play aria-hidden size={14} />
          Start with it
          <span className="sr-only">: {oneLine(item.name)}</span>
        </Link>
      )}
    </li>
  )
}

/** An overridden one: greyed out, with the reason. */
export function HiddenItem({ name, reason, file }: Hidden & { readonly name: string }) {
  return (
    <li className="rounded-lg border border-dashed border-line-strong p-3 text-muted">
      <span className="block font-medium">{oneLine(name)}</span>
      <span className="block">Not used: {oneLine(reason)}.</span>
      <span className="block truncate font-mono text-xs" title={neutral(file)}>
        {neutral(file)}
      </span>
    </li>
  )
}
