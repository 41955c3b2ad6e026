import { useMe } from '../../people/me.ts'
import { isForMe } from '../../people/rights.ts'
import { waitsFor } from './phase.ts'
import { useView } from './use-session.ts'

/** How many requests of the session wait for you, if you may answer them. */
export function useWaiting(): number {
  const me = useMe()
  return useView((view) => (isForMe(me, view.session) ? waitsFor(view) : 0))
}
