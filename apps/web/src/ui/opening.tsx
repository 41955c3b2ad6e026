import { Ghost } from './ghost.tsx'
import { classes } from './theme/classes.ts'

const widths = ['w-1/2', 'w-1/3', 'w-2/5']

/** A placeholder while a page loads. */
export function Opening() {
  return (
    <div role="status" aria-label="Loading" className="flex h-full flex-col">
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
