import { classes } from './theme/classes.ts'

/** A loading placeholder. */
export const Ghost = ({ className }: { readonly className: string }) => (
  <div aria-hidden className={classes('animate-breathe rounded-md bg-hover', className)} />
)

/** A placeholder the size of a form, so that nothing jumps when it loads. */
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
