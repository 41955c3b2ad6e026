import { Tooltip } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { KeyCaps } from './keys.tsx'

/** A tooltip on hover and focus. */
export function Tip(props: { readonly text: ReactNode; readonly keys?: string; readonly children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{props.children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-80 animate-appear items-center gap-2 rounded-md bg-ink px-2 py-1 text-sm text-canvas"
        >
          {props.text}
          {props.keys && <KeyCaps keys={props.keys} inverted />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** Shares one delay between tooltips, so that the next in a row of buttons opens at once. */
export function Tips(props: { readonly children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={400} skipDelayDuration={200}>
      {props.children}
    </Tooltip.Provider>
  )
}
