import type { HTMLAttributes, Ref } from 'react'

/** A scroll container, named and focusable so that keyboard users can read to its end. */
export function ScrollArea({
  label,
  ...native
}: HTMLAttributes<HTMLElement> & { readonly label: string; readonly ref?: Ref<HTMLDivElement> }) {
  // biome-ignore lint/a11y/useSemanticElements: it groups no fields, and a section would be a landmark
  // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
  return <div {...native} role="group" tabIndex={0} aria-label={label} />
}
