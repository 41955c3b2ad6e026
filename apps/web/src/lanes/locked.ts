import { useView } from '../session/use-session.ts'
import type { View } from '../session/view.ts'

/** Whether a band is blind and still open: not every member has answered in it. */
export const useIsLocked = (band: string): boolean => useView((view) => isLocked(view, band))

export function isLocked({ session }: View, band: string): boolean {
  const [run, , stage] = band.split('/')
  if (stage !== 'round1' || String(session.run?.number) !== run) return false
  return Object.keys(session.tasks).some((task) => task.startsWith(`${run}/round1/`))
}
