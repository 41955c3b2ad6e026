import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** A collapsible section for details most users do not need. */
export function Fold(props: {
  readonly label: ReactNode
  /** Summary of the content while closed. */
  readonly note?: string
  /** Opens it initially or when it becomes true. The user can still close it. */
  readonly open?: boolean
  readonly children: ReactNode
}) {
  const opened = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (props.open && opened.current) opened.current.open = true
  }, [props.open])
  return (
    <details className="group/fold rounded-md border border-line bg-surface" ref={opened}>
      <summary className="flex min-h-10 list-none items-center gap-2 rounded-md px-3 py-2 hover:bg-hover">
        <ChevronRight
          aria-hidden
          size={14}
          className="shrink-0 text-muted transition-transform group-open/fold:rotate-90 print:hidden"
        />
        <span className="shrink-0 font-medium">{props.label}</span>
        {props.note && <span className="min-w-0 truncate text-muted">{props.note}</span>}
      </summary>
      <div className="border-t border-line p-4">{props.children}</div>
    </details>
  )
}
