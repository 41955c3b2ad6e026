import { toast } from './toast.tsx'

export type Note = {
  readonly title: string
  readonly body: string
  /** A newer notification with the same tag replaces it. */
  readonly tag: string
  /** The route that a click opens. */
  readonly place: string
}

/** Shows a system notification if the user has allowed it. */
export function notify({ title, body, tag, place }: Note): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const note = new Notification(title, { body, tag })
  note.onclick = () => {
    window.focus()
    location.hash = place
    note.close()
  }
}

/** Whether the user has neither allowed nor refused notifications. */
export const isUndecidedOnNotes = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'default'

/** Asks for permission to notify. Call only on a user's click. */
export async function allowNotifications(): Promise<void> {
  const isAllowed = typeof Notification !== 'undefined' && (await Notification.requestPermission()) === 'granted'
  if (isAllowed) toast('good', 'Notifications are on')
  else toast('bad', 'Notifications are blocked', 'Allow them for this page in your browser settings.')
}
