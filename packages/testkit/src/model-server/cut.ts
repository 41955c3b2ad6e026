/** Splits a text into `parts` pieces of nearly equal length, between characters. */
export function cut(text: string, parts: number): string[] {
  const characters = [...text]
  const count = Math.max(1, Math.min(parts, characters.length))
  const pieces: string[] = []
  for (let index = 0; index < count; index++) {
    const from = Math.floor((index * characters.length) / count)
    const to = Math.floor(((index + 1) * characters.length) / count)
    pieces.push(characters.slice(from, to).join(''))
  }
  return pieces.filter(Boolean)
}
