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
export async function allowNotifications(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  return (await Notification.requestPermission()) === 'granted'
}
