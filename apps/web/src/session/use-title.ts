import { useEffect } from 'react'
import { showPlace } from '../shell/title.ts'
import { oneLine } from '../text/neutral.ts'
import { waitsFor } from './phase.ts'
import { useView } from './use-session.ts'

/** Sets the page title to the session and its number of waiting requests. */
export function useTitle(): void {
  const pending = useView(waitsFor)
  const title = useView(({ session }) => session.title || session.goal)
  useEffect(() => {
    showPlace(oneLine(title).slice(0, 80), pending)
    return () => showPlace('', 0)
  }, [pending, title])
}
