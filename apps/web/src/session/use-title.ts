import { useEffect } from 'react'
import { oneLine } from '../ui/text/neutral.ts'
import { showPlace } from '../ui/title.ts'
import { waitsFor } from './view/phase.ts'
import { useView } from './view/use-session.ts'

/** Sets the page title to the session and its number of waiting requests. */
export function useTitle(): void {
  const pending = useView(waitsFor)
  const title = useView(({ session }) => session.title || session.goal)
  useEffect(() => {
    showPlace(oneLine(title).slice(0, 80), pending)
    return () => showPlace('', 0)
  }, [pending, title])
}
