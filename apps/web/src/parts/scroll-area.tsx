import type { CSSProperties, ReactNode } from 'react'

/** A part that scrolls by itself: named, and reachable by key, for else nobody without a mouse could read its end. */
export function ScrollArea(props: {
  readonly label: string
  readonly className: string
  readonly style?: CSSProperties
  readonly children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section tabIndex={0} aria-label={props.label} className={props.className} style={props.style}>
      {props.children}
    </section>
  )
}
