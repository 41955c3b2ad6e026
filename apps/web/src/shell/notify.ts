export type Note = {
  readonly title: string
  readonly body: string
  /** A newer note with the same tag takes its place. */
  readonly tag: string
  /** Where in the page a click on it leads. */
  readonly place: string
}

/** Shows a notification of the system, if the person has allowed it. */
export function notify({ title, body, tag, place }: Note): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const note = new Notification(title, { body, tag })
  note.onclick = () => {
    window.focus()
    location.hash = place
    note.close()
  }
}

/** Whether the person has neither allowed notifications nor refused them. */
export const isUndecidedOnNotes = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'default'

/** Asks whether it may notify; only ever on a person's own click. */
export async function allowNotifications(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false
  return (await Notification.requestPermission()) === 'granted'
}
