import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'
import { focusedNow, returnFocus } from './focus.ts'
import { ScrollArea } from './scroll-area.tsx'
import { classes } from './theme/classes.ts'

type Shape = 'centre' | 'wide' | 'palette' | 'left' | 'bottom'

const shapes: Readonly<Record<Shape, string>> = {
  centre: 'left-1/2 top-[16vh] w-[min(480px,calc(100vw-32px))] max-h-[72vh] -translate-x-1/2 rounded-lg',
  wide: 'left-1/2 top-[8vh] w-[min(840px,calc(100vw-32px))] max-h-[84vh] -translate-x-1/2 rounded-lg',
  palette: 'left-1/2 top-[12vh] w-[min(600px,calc(100vw-24px))] max-h-[72vh] -translate-x-1/2 rounded-lg',
  left: 'inset-y-0 left-0 w-[min(320px,88vw)]',
  bottom: 'inset-x-0 bottom-0 max-h-[86dvh] rounded-t-lg pb-[env(safe-area-inset-bottom)]',
}

export type DialogProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string
  readonly shape?: Shape
  /** Shows the title to screen readers only. */
  readonly bare?: boolean
  readonly children?: ReactNode
  readonly footer?: ReactNode
  /** Nothing in it takes the focus. It does so itself, so that keyboard users can read to its end. */
  readonly isText?: boolean
}

/** A modal dialog. Returns the focus when it closes. */
export const Dialog = (props: DialogProps) => (props.open ? <OpenDialog {...props} /> : null)

function OpenDialog(props: DialogProps) {
  const { onClose, shape = 'centre' } = props
  const [before] = useState(focusedNow)
  return (
    <Radix.Root open onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={props.description ? undefined : ''}
          onOpenAutoFocus={focusItself}
          onCloseAutoFocus={(event) => {
            // Radix would return the focus to its own trigger button, which no dialog here has.
            event.preventDefault()
            returnFocus(before)
          }}
          className={classes(
            'fixed z-40 flex animate-rise flex-col overflow-hidden bg-surface shadow-floating outline-none',
            shapes[shape],
          )}
        >
          <DialogHead {...props} />
          <Body {...props} />
          {props.footer && (
            <footer className="flex justify-end gap-2 border-t border-line bg-canvas px-5 py-3">{props.footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Body({ title, isText, children }: DialogProps) {
  const className = 'min-h-0 flex-1 overflow-y-auto'
  return isText ? <ScrollArea label={title} {...{ className, children }} /> : <div {...{ className, children }} />
}

/**
 * Focuses the dialog, not its first button, whose tip would open. Not called if a field inside already has the focus.
 */
function focusItself(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

function DialogHead({ title, description, bare, onClose }: DialogProps) {
  if (bare) return <Radix.Title className="sr-only">{title}</Radix.Title>
  return (
    <header className="flex items-start gap-4 px-5 pt-4 pb-3">
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-md font-semibold">{title}</Radix.Title>
        {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
      </div>
      <IconButton label="Close" icon={X} onClick={onClose} className="-mt-1 -mr-2" />
    </header>
  )
}
