import { classes } from '../theme/classes.ts'

/** Where something will stand in a moment. */
export const Ghost = ({ className }: { readonly className: string }) => (
  <div aria-hidden className={classes('animate-breathe rounded-md bg-hover', className)} />
)

/** A form that is on its way: its place is kept, so that nothing jumps when it is there. */
export function GhostForm() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Ghost className="h-5 w-40" />
      <Ghost className="h-8 w-80 max-w-full" />
      <Ghost className="h-8" />
      <Ghost className="h-8" />
    </div>
  )
}
