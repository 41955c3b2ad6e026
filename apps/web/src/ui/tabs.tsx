import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './theme/classes.ts'

export type Tab = { readonly id: string; readonly label: string; readonly count?: number; readonly content: ReactNode }

/** Tabs. Arrow keys move between them. */
export function Tabs(props: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly onChange: (id: string) => void
}) {
  return (
    <Radix.Root value={props.value} onValueChange={props.onChange} className="flex min-h-0 flex-1 flex-col">
      <Radix.List aria-label={props.label} className="hush flex shrink-0 overflow-x-auto border-b border-line px-2">
        {props.tabs.map((tab) => (
          <Trigger key={tab.id} tab={tab} />
        ))}
      </Radix.List>
      {props.tabs.map((tab) => (
        <Radix.Content
          key={tab.id}
          value={tab.id}
          className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
          tabIndex={0}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

function Trigger({ tab }: { readonly tab: Tab }) {
  return (
    <Radix.Trigger
      value={tab.id}
      className={classes(
        'flex h-10 shrink-0 items-center gap-1 rounded-t-sm border-b-2 border-transparent px-2 text-muted outline-offset-[-2px]',
        'transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink',
      )}
    >
      {tab.label}
      {tab.count !== undefined && tab.count > 0 && (
        <span className="numeric rounded-full bg-hover px-1 min-w-4 text-center text-xs text-muted">{tab.count}</span>
      )}
    </Radix.Trigger>
  )
}
