import { useMe } from '../../people/me.ts'
import { refuseSteering } from '../../people/rights.ts'
import { useView } from './use-session.ts'

/** Whether the user may steer this session. */
export function useMaySteer(): boolean {
  const me = useMe()
  return useView(({ session }) => refuseSteering(me, session) === null)
}
