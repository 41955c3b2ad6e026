import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Fragment, type ReactElement, useState } from 'react'
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

/**
 * The button of a menu that is made when it is first opened, for rows of a long list: the parts of a menu take longer to
 * render than the text of a message.
 */
export function LazyMenuButton(props: {
  readonly label: string
  readonly className: string
  /** Called when the menu opens first. */
  readonly children: (button: ReactElement) => ReactElement
}) {
  const { label, className, children } = props
  const [isMade, setMade] = useState(false)
  const make = () => setMade(true)
  if (isMade)
    return children(
      <button type="button" aria-label={label} className={className}>
        <Dots />
      </button>,
    )
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={make}
      onKeyDown={({ key }) => key === 'ArrowDown' && make()}
      className={className}
    >
      <Dots />
    </button>
  )
}

/** The icon `Ellipsis` in one element instead of three circles: each message of a list has it. */
function Dots() {
  return (
    <svg
      aria-hidden
      width={14}
      height={14}
      viewBox="0 0 24 24"
      stroke="currentColor"
      strokeWidth={4}
      strokeLinecap="round"
    >
      <path d="M5 12h.01M12 12h.01M19 12h.01" />
    </svg>
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
