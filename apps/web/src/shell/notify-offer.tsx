import { BellRing, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { allowNotifications, isUndecidedOnNotes } from '../ui/notify.ts'
import { rememberedValue, rememberValue } from '../ui/theme/remembered.ts'
import { useNeeded } from './needs-you.tsx'

const KEY = 'notify-offer'

/** Offers notifications once something waits for the user. The browser asks only after a click. */
export function NotifyOffer() {
  const needed = useNeeded()
  const [isDone, setDone] = useState(() => rememberedValue(KEY) === 'declined')
  if (isDone || needed === 0 || !isUndecidedOnNotes()) return null
  const decline = () => {
    rememberValue(KEY, 'declined')
    setDone(true)
  }
  return (
    <div className="mx-3 mt-2 flex items-center gap-1 rounded-md bg-sunken pr-1 text-sm">
      <button
        type="button"
        onClick={() => void allowNotifications().then(() => setDone(true))}
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
      >
        <BellRing aria-hidden size={14} className="shrink-0 text-muted" />
        <span className="truncate">Notify me when I am needed or a run ends</span>
      </button>
      <IconButton small label="Dismiss" icon={X} onClick={decline} />
    </div>
  )
}
