import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Fragment, type ReactElement } from 'react'
import { Keys } from './keys.tsx'
import { classes } from './theme/classes.ts'

export type MenuItem = {
  readonly label: string
  readonly icon?: LucideIcon
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly begins?: 'group'
  readonly onSelect: () => void
}

/** A drop-down menu. */
export function Menu(props: { readonly items: readonly MenuItem[]; readonly children: ReactElement }) {
  return (
    <DropdownMenu.Root modal={false}>
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

function Row({ label, icon: Icon, keys, danger, disabled, onSelect }: MenuItem) {
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
      {keys && <Keys keys={keys} />}
    </DropdownMenu.Item>
  )
}
