import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { RailButton } from './rail-button.tsx'
import { classes } from './theme/classes.ts'

/** A page with a title, actions and scrolling content. */
export function Screen(props: {
  readonly title: string
  /** The back link. */
  readonly back?: { readonly href: string; readonly label: string }
  readonly actions?: ReactNode
  /** Many actions. On a phone, they leave no room for the title, so only screen readers get it. */
  readonly crowded?: boolean
  /** Uses the full window width. */
  readonly wide?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className="flex h-full min-w-0 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-4 max-tablet:px-2 print:hidden">
        <RailButton />
        {props.back && (
          <Link
            href={props.back.href}
            aria-label={props.back.label}
            className="-ml-2 inline-flex size-8 max-tablet:size-10 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink max-laptop:ml-0"
          >
            <ArrowLeft aria-hidden size={16} strokeWidth={1.75} />
          </Link>
        )}
        <h1
          title={props.title}
          className={classes('min-w-0 truncate text-md font-semibold', props.crowded && 'max-tablet:sr-only')}
        >
          {props.title}
        </h1>
        <div className="ml-auto flex shrink-0 items-center gap-2">{props.actions}</div>
      </header>
      <main className="min-h-0 flex-1 overflow-y-auto">
        <div
          className={classes(
            'mx-auto flex w-full flex-col gap-8 px-6 py-8 max-tablet:px-4 max-tablet:py-6',
            props.wide ? 'max-w-wide' : 'max-w-page',
          )}
        >
          {props.children}
        </div>
      </main>
    </div>
  )
}

/** A titled section of a page with an optional hint. */
export function Section(props: { readonly title: string; readonly hint?: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <header>
        <h2 className="text-md font-semibold">{props.title}</h2>
        {props.hint && <p className="text-muted">{props.hint}</p>}
      </header>
      {props.children}
    </section>
  )
}
