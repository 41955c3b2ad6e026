import { CloudOff, LoaderCircle, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { classes } from '../ui/theme/classes.ts'
import type { Frame } from './view/session-store.ts'
import { useSessionStore } from './view/use-session.ts'

/** Says that the page may be out of date, and what happens next. */
export function ConnectionNote() {
  const store = useSessionStore()
  const connection = useStore(store, (frame) => frame.connection)
  const caughtUp = useStore(store, (frame) => frame.caughtUp)
  const waitsFor = useStore(store, waitsAtItsEnd)
  if (connection === 'lost')
    return (
      <Note look="bg-warning-soft text-warning">
        <LoaderCircle aria-hidden size={14} className="animate-turn" />
        Convene is not responding. Everything so far is saved. This page reconnects automatically.
      </Note>
    )
  if (connection === 'live' && waitsFor !== undefined)
    return (
      <Note look="bg-warning-soft text-warning">
        <Unplug aria-hidden size={14} />
        This session waits for a worker on {waitsFor}, where its folder is. It continues once one runs there.
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

/** The host it waits for, unless something has happened since. */
const waitsAtItsEnd = ({ waitsFor, view }: Frame): string | undefined =>
  waitsFor?.seq === view.session.seq ? waitsFor.host : undefined

const Note = ({ look, children }: { readonly look: string; readonly children: ReactNode }) => (
  <p role="status" className={classes('flex items-center gap-2 border-b border-line px-4 py-1.5 text-sm', look)}>
    {children}
  </p>
)
