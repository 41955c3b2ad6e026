import { type Activity, activityText, isAtWork } from '@convene/domain'
import { classes } from '../theme/classes.ts'

/** What an agent does, in a word: at work in its own colour, and seen at once where it needs somebody. */
export function ActivityWord({ activity }: { readonly activity: Activity }) {
  return (
    <span className={classes('shrink-0 text-xs whitespace-nowrap', lookOf(activity))}>{activityText(activity)}</span>
  )
}

function lookOf(activity: Activity): string {
  if (activity === 'waiting') return 'font-medium text-warning'
  if (activity === 'failed') return 'text-bad'
  return isAtWork(activity) ? 'text-(--agent-ink)' : 'text-muted'
}
