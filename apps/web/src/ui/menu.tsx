import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Fragment, type ReactElement } from 'react'
import { classes } from './theme/classes.ts'

export type MenuItem = {
  readonly label: string
  readonly icon?: LucideIcon
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly begins?: 'group'
  readonly onSelect: () => void
}

type Props = {
  readonly items: readonly MenuItem[]
  readonly children: ReactElement
  /** Whether it opens as soon as it is rendered. */
  readonly defaultOpen?: boolean
}

/** A drop-down menu. */
export function Menu(props: Props) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={props.defaultOpen}>
      <DropdownMenu.Trigger asChild>{props.children}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 animate-appear rounded-md bg-raised p-1 shadow-floating"
        >
          {props.items.map((item) => (
            <Fragment key={item.label}>
              {item.begins && <DropdownMenu.Separator className="mx-2 my-1 h-px bg-line" />}
              <Row {...item} />
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function Row({ label, icon: Icon, danger, disabled, onSelect }: MenuItem) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={classes(
        'flex h-8 cursor-default items-center gap-2 rounded-sm px-2 outline-none select-none',
        'data-[highlighted]:bg-hover data-[disabled]:opacity-50',
        danger ? 'text-bad' : 'text-ink',
      )}
    >
      {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} className={danger ? '' : 'text-muted'} />}
      <span className="flex-1">{label}</span>
    </DropdownMenu.Item>
  )
}

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
