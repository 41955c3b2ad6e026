import { type Session, timesOf, timesText } from '@convene/domain'

/** How long it worked, and waited; of several runs, the newest one's, and that is said. */
export function tookText({ run, at }: Session): string {
  if (!run) return ''
  const took = timesText(timesOf(run, at))
  return run.number > 1 ? `; the newest run ${took}` : `, ${took}`
}
