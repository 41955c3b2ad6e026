import type { LucideIcon } from 'lucide-react'
import { Hourglass } from 'lucide-react'
import type { ReactNode } from 'react'
import { neutral } from '../../ui/text/neutral.ts'
import { DockCard } from './dock-card.tsx'

/** A request that someone else has to answer: what it is and whom it waits for, without buttons. */
export function WaitsFor(props: {
  readonly label: string
  readonly why: string
  readonly icon?: LucideIcon
  readonly children?: ReactNode
}) {
  return (
    <DockCard label={props.label} title="Waiting for someone else" icon={props.icon ?? Hourglass}>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
        {props.children}
        <p className="text-sm wrap-anywhere text-muted">{neutral(props.why)}</p>
      </div>
    </DockCard>
  )
}
