import { useView } from './use-session.ts'
import type { View } from './view.ts'

/** Whether a band is blind and some members have not answered yet. */
export const useIsLocked = (band: string): boolean => useView((view) => isLocked(view, band))

export function isLocked(view: View, band: string): boolean {
  const [run, , stage] = band.split('/')
  return stage === 'round1' && String(view.session.run?.number) === run && isBlindNow(view)
}

/** Whether a blind round is in progress. Its answers stay sealed until all members have spoken. */
export function isBlindNow({ session }: View): boolean {
  const blind = `${session.run?.number}/round1/`
  return Object.keys(session.tasks).some((task) => task.startsWith(blind))
}
