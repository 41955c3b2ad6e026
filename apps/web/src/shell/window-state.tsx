import { useEffect, useState } from 'react'
import { useSessionList } from '../connection/session-list.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { hasSaidGoodbye, onLeaving } from './quit.ts'
import { underWay } from './under-way.ts'

const LeaveDialog = lazyComponent(() => import('./leave-dialog.tsx').then((module) => module.LeaveDialog))

/** Asks before the window closes while something runs. */
export function WindowState() {
  const { running } = underWay(useSessionList('', 'all').rows)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => onLeaving(() => setLeaving(true)), [])
  useEffect(() => {
    if (running === 0) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!hasSaidGoodbye()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [running])
  return isLeaving ? <LeaveDialog onStay={() => setLeaving(false)} /> : null
}
