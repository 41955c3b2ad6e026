import type { HTMLAttributes } from 'react'

/** A part that scrolls by itself: named, and reachable by key, for else nobody without a mouse could read its end. */
export function ScrollArea({ label, ...native }: HTMLAttributes<HTMLElement> & { readonly label: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  return <section {...native} tabIndex={0} aria-label={label} />
}
