/** A small choice of this person on this machine, such as the theme. Where nothing can be kept, the default is used. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(`convene.${name}`)
  } catch {
    return null
  }
}

/** Keeps such a choice if it can be kept. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`convene.${name}`, value)
  } catch {
    // A window without storage forgets it: nothing else depends on it.
  }
}
