import { lazy, Suspense, useEffect, useState } from 'react'
import { useSessionList } from '../connection/session-list.ts'
import { showNeeded } from '../ui/title.ts'
import { hasSaidGoodbye, onLeaving } from './quit.ts'
import { underWay } from './under-way.ts'

const LeaveDialog = lazy(() => import('./leave-dialog.tsx').then(({ LeaveDialog }) => ({ default: LeaveDialog })))

/** Updates the window's title and badge, and asks before closing while something runs. */
export function WindowState() {
  const { needed, running } = underWay(useSessionList('', 'all').rows)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => showNeeded(needed), [needed])
  useEffect(() => onLeaving(() => setLeaving(true)), [])
  useEffect(() => {
    if (running === 0) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!hasSaidGoodbye()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])
  if (!isLeaving) return null
  return (
    <Suspense fallback={null}>
      <LeaveDialog onStay={() => setLeaving(false)} />
    </Suspense>
  )
}
