import { type Activity, activityText, isAtWork } from '@convene/domain'
import { classes } from './theme/classes.ts'

/** An agent's activity in one word, coloured while active and highlighted if it needs the user. */
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
