import type { HTMLAttributes } from 'react'

/** A part that scrolls by itself: named, and reachable by key, for else nobody without a mouse could read its end. */
export function ScrollArea({ label, ...native }: HTMLAttributes<HTMLElement> & { readonly label: string }) {
  // biome-ignore lint/a11y/useSemanticElements: it groups no fields, and a section of its own would be a landmark
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  return <div {...native} role="group" tabIndex={0} aria-label={label} />
}
