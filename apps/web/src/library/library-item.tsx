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
}

export function LibraryItem({ href, item }: { readonly href: string; readonly item: Shown }) {
  return (
    <li>
      <Link
        href={href}
        className="flex h-full gap-3 rounded-lg border border-line bg-surface p-3 transition-colors hover:border-line-strong hover:bg-hover"
      >
        {item.picture}
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className="min-w-0 truncate font-medium">{oneLine(item.name)}</span>
            <span className="ml-auto flex shrink-0 gap-1">{item.badges}</span>
          </span>
          <span className="line-clamp-2 text-muted">{oneLine(item.description) || 'No description.'}</span>
        </span>
      </Link>
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
