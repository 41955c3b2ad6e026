import type { CSSProperties, ReactNode, Ref } from 'react'

type Props = { readonly ref?: Ref<HTMLDivElement>; readonly style: CSSProperties; readonly children: ReactNode }

/**
 * A row of a virtual list, which hides rows until they are measured. All elements inside inherit `visibility`, so the
 * browser would compute the styles of every new message twice in the same frame. Nothing inherits `opacity`.
 */
export function ListRow({ ref, style: { visibility, ...style }, children }: Props) {
  return (
    <div ref={ref} style={visibility === 'hidden' ? { ...style, opacity: 0 } : style}>
      {children}
    </div>
  )
}
