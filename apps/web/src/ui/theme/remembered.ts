/** A user preference in this browser, such as the theme. Falls back to the default without storage. */
export function rememberedValue(name: string): string | null {
  try {
    return localStorage.getItem(`convene.${name}`)
  } catch {
    return null
  }
}

/** Stores a preference if possible. */
export function rememberValue(name: string, value: string): void {
  try {
    localStorage.setItem(`convene.${name}`, value)
  } catch {
    // Without storage the choice is lost, which does no harm.
  }
}
