/** Two opening parentheses must be closed by two. Otherwise, bash reads a subshell inside a substitution. */
export function looksArithmetic(text: string, from: number): boolean {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === "'" || character === '"') at = closingQuote(text, at)
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return text.slice(at + 1).replace(/^(\\\n)+/, '')[0] === ')'
  }
  return false
}

function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === text[open]) return at
    if (text[at] === '\\' && text[open] === '"') at++
  }
  return text.length
}
