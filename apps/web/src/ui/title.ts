const shown = { place: '', waits: 0, needed: 0 }

/** Shows the open page and how many requests wait there. An empty name is the start page. */
export function showPlace(place: string, waits: number): void {
  write({ place, waits })
}

/** Shows how many requests wait for the user in the title and, if supported, on the app icon. */
export function showNeeded(needed: number): void {
  write({ needed })
  const badge = needed > 0 ? navigator.setAppBadge?.(needed) : navigator.clearAppBadge?.()
  badge?.catch(() => undefined)
}

function write(change: Partial<typeof shown>): void {
  Object.assign(shown, change)
  const count = Math.max(shown.needed, shown.waits)
  document.title = `${count > 0 ? `(${count}) ` : ''}${shown.place ? `${shown.place} · ` : ''}Convene`
}
