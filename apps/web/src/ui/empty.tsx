import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** An empty state: what will appear here and how to get it. */
export function Empty(props: {
  readonly icon: LucideIcon
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}) {
  const { icon: Icon } = props
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-12 text-center">
      <Icon aria-hidden size={20} strokeWidth={1.5} className="mb-2 text-muted" />
      <p className="font-medium">{props.title}</p>
      {props.text && <p className="max-w-72 text-balance text-muted">{props.text}</p>}
      {props.children && <div className="mt-4 flex gap-2">{props.children}</div>}
    </div>
  )
}

/** An empty state in place of a whole page. */
export const EmptyPage = (props: Parameters<typeof Empty>[0]) => (
  <main className="flex h-full items-center justify-center">
    <Empty {...props} />
  </main>
)
