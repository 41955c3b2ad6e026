import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A quiet remark with an icon and what to do about it. */
export function Hint(props: { readonly icon: LucideIcon; readonly children: ReactNode; readonly action?: ReactNode }) {
  const { icon: Icon } = props
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
      <p className="flex min-w-60 flex-1 items-start gap-2">
        <Icon aria-hidden size={14} className="mt-px shrink-0" />
        <span>{props.children}</span>
      </p>
      {props.action}
    </div>
  )
}
