import { CloudOff, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { classes } from '../ui/theme/classes.ts'
import { useSessionStore } from './view/use-session.ts'

/** Says that the page may be out of date, and what happens next. */
export function ConnectionNote() {
  const store = useSessionStore()
  const connection = useStore(store, (frame) => frame.connection)
  const caughtUp = useStore(store, (frame) => frame.caughtUp)
  if (connection === 'lost')
    return (
      <Note look="bg-warning-soft text-warning">
        <LoaderCircle aria-hidden size={14} className="animate-turn" />
        Convene is not responding. Everything so far is saved. This page reconnects automatically.
      </Note>
    )
  if (connection === 'gone')
    return (
      <Note look="bg-bad-soft text-bad">
        <CloudOff aria-hidden size={14} />
        This page is no longer authorized. Reopen Convene with the link it prints. Nothing is lost.
      </Note>
    )
  return caughtUp ? null : (
    <div role="progressbar" aria-label="Reading the log" className="h-0.5 shrink-0 animate-breathe bg-accent" />
  )
}

const Note = ({ look, children }: { readonly look: string; readonly children: ReactNode }) => (
  <p role="status" className={classes('flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm', look)}>
    {children}
  </p>
)
