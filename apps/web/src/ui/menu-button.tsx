import type { LucideIcon } from 'lucide-react'
import { Menu, type MenuItem } from './menu.tsx'
import { classes } from './theme/classes.ts'

/** An icon button that opens a menu. */
export function MenuButton(props: {
  readonly label: string
  readonly icon: LucideIcon
  readonly items: readonly MenuItem[]
  /** For use inside a field. */
  readonly small?: boolean
}) {
  const { icon: Icon, small } = props
  return (
    <Menu items={props.items}>
      <button
        type="button"
        aria-label={props.label}
        className={classes(
          'inline-flex shrink-0 items-center justify-center text-muted hover:bg-hover hover:text-ink',
          small ? '-mr-1 size-6 rounded-sm' : 'size-8 rounded-md',
        )}
      >
        <Icon aria-hidden size={small ? 14 : 16} />
      </button>
    </Menu>
  )
}
