const shown = { place: '', waits: 0, needed: 0 }

/** The place that is open, and what waits for a person there. An empty name is the start. */
export function showPlace(place: string, waits: number): void {
  write({ place, waits })
}

/** What waits for a person anywhere: in the title, and on the program's icon where the system shows that. */
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
