/** A text of at most `most` characters, cut at a word with an ellipsis. */
export function cutAtWord(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s+\S*$/u, '')}…`
}
