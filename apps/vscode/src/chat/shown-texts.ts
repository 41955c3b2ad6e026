/** Texts that a chat has shown whole: a gate or a list of steps need not repeat them. */
export type ShownTexts = {
  add(text: string): void
  has(text: string): boolean
  /** Whether one text contains all of these. */
  hasAll(parts: readonly string[]): boolean
}

export function shownTexts(): ShownTexts {
  const texts = new Set<string>()
  return {
    add: (text) => void texts.add(text.trim()),
    has: (text) => texts.has(text.trim()),
    hasAll: (parts) => [...texts].some((text) => parts.every((part) => text.includes(part))),
  }
}
