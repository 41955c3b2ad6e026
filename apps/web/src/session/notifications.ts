import { useEffect, useRef } from 'react'
import { showPlace } from '../shell/title.ts'
import { oneLine } from '../text/neutral.ts'
import { waitsFor } from './phase.ts'
import { useView } from './use-session.ts'

/** Tells the person when the run needs them and they look elsewhere; the title always says it. */
export function useNotifications(): void {
  const pending = useView(({ session }) => waitsFor(session))
  const title = useView(({ session }) => session.title || session.goal)
  const before = useRef(pending)
  useEffect(() => {
    showPlace(oneLine(title).slice(0, 80), pending)
    if (pending > before.current && document.hidden) notify('Convene needs you', oneLine(title).slice(0, 120))
    before.current = pending
    return () => showPlace('', 0)
  }, [pending, title])
}

function notify(title: string, body: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const note = new Notification(title, { body, tag: 'convene-needs-you' })
  note.onclick = () => {
    window.focus()
    note.close()
  }
}

/** Asks whether it may notify; only ever on a person's own click. */
export async function allowNotifications(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  return (await Notification.requestPermission()) === 'granted'
}
