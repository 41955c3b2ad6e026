import { SearchX } from 'lucide-react'
import { LinkButton } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Ghost } from '../parts/ghost.tsx'
import { classes } from '../theme/classes.ts'

const widths = ['w-1/2', 'w-1/3', 'w-2/5']

/** A placeholder while the session loads. */
export function SessionOpening() {
  return (
    <div role="status" aria-label="Opening the session" className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center border-b border-line bg-surface px-4">
        <Ghost className="h-5 w-2/5" />
      </div>
      <div className="flex h-10 shrink-0 items-center border-b border-line bg-surface px-4">
        <Ghost className="h-3 w-3/5" />
      </div>
      <div className="flex flex-col gap-8 p-4 pt-14">
        {widths.map((width) => (
          <div key={width} className="flex gap-3">
            <Ghost className="size-7 shrink-0" />
            <div className="flex flex-1 flex-col gap-3">
              <Ghost className="h-3 w-32" />
              <Ghost className="h-3 max-w-said" />
              <Ghost className={classes('h-3', width)} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

export function SessionGone() {
  return (
    <div className="flex h-full items-center justify-center">
      <Empty
        icon={SearchX}
        title="Session not found"
        text="It may have been deleted, or it belongs to another data folder."
      >
        <LinkButton href="/">Start a new one</LinkButton>
      </Empty>
    </div>
  )
}
