import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** A selectable folder. */
export function FolderRow(props: {
  readonly icon: LucideIcon
  readonly name: string
  readonly path?: string
  readonly note?: ReactNode
  readonly current?: boolean
  readonly disabled?: boolean
  readonly onPick: () => void
}) {
  const { icon: Icon } = props
  return (
    <li>
      <button
        type="button"
        disabled={props.disabled}
        aria-current={props.current || undefined}
        onClick={props.onPick}
        className="flex w-full items-center gap-3 rounded-md px-3 py-2 text-left outline-offset-[-2px] hover:bg-hover disabled:opacity-60 aria-[current]:bg-accent-soft"
      >
        <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{props.name}</span>
          {props.path && <span className="block truncate font-mono text-sm text-muted">{props.path}</span>}
        </span>
        {props.note && <span className="shrink-0 text-sm text-muted">{props.note}</span>}
      </button>
    </li>
  )
}
