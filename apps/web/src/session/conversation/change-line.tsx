import { FileDiff } from 'lucide-react'
import { arrange } from '../../ui/layout.ts'
import { classes } from '../../ui/theme/classes.ts'
import type { EntryOf } from '../view/view.ts'

/** A changed file. A click shows the diff. */
export function ChangeLine(props: { readonly entry: EntryOf<'change'>; readonly compact: boolean }) {
  const { entry, compact } = props
  return (
    <button
      type="button"
      onClick={() => arrange({ isPanelOpen: true, panelTab: 'files' })}
      className={classes(
        'flex max-w-full items-center gap-2 self-start rounded-sm text-left text-sm text-muted hover:text-ink',
        !compact && 'ml-9 max-tablet:ml-0',
      )}
    >
      <FileDiff aria-hidden size={14} className="shrink-0" />
      <span className="truncate font-mono">{entry.title}</span>
      <DiffCount added={entry.added} removed={entry.removed} />
    </button>
  )
}

export function DiffCount({ added, removed }: { readonly added: number; readonly removed: number }) {
  return (
    <span className="numeric shrink-0 font-mono text-xs">
      <span className="text-good">+{added}</span> <span className="text-bad">−{removed}</span>
    </span>
  )
}
