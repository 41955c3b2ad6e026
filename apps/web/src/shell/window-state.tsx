import { useEffect } from 'react'
import { useSessionList } from '../connection/session-list.ts'
import { hasSaidGoodbye } from './quit.ts'
import { showNeeded } from './title.ts'
import { underWay } from './under-way.ts'

/** Keeps the window's title and badge, and asks before it is closed while something runs. Shows nothing itself. */
export function WindowState() {
  const { needed, running } = underWay(useSessionList('', 'all').rows)
  useEffect(() => showNeeded(needed), [needed])
  useEffect(() => {
    if (running === 0) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!hasSaidGoodbye()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])
  return null
}
