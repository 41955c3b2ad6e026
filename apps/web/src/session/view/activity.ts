import { type Activity, activityOf } from '@convene/domain'
import type { View } from './view.ts'

/** An agent's activity from the log, plus writing while text streams and failed after a failed task. */
export function shownActivity(view: View, slug: string): Activity {
  const activity = activityOf(view.session, slug)
  if (activity === 'thinking' && isWriting(view, slug)) return 'writing'
  const isResting = activity === 'idle' || activity === 'done'
  return isResting && view.agents[slug]?.hasFailed ? 'failed' : activity
}

function isWriting({ session, live }: View, slug: string): boolean {
  for (const [key, { text }] of live) {
    const effect = session.started[key]
    if (text !== '' && effect?.kind === 'model' && effect.agent === slug) return true
  }
  return false
}
