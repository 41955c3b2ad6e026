import { ArrowDown } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

/** Goes to the end of the list in `frame`. The list takes over the button's focus when the button disappears. */
export function ToEndButton({
  frame,
  onClick,
}: {
  readonly frame: RefObject<HTMLElement | null>
  readonly onClick: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      if (current === document.activeElement) focusList(frame.current)
    }
  }, [frame])
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button
        ref={button}
        small
        icon={ArrowDown}
        onClick={onClick}
        className="pointer-events-auto animate-rise rounded-full shadow-floating"
      >
        Jump to latest
      </Button>
    </div>
  )
}

function focusList(frame: HTMLElement | null): void {
  const list = frame?.querySelector<HTMLElement>('[data-list]')
  if (!list) return
  list.tabIndex = -1
  list.focus({ preventScroll: true })
}
