/** A position in a file, both counted from 1. */
export type FilePosition = { readonly line: number; readonly column: number }

export type KeyPath = readonly (string | number)[]

/** Finds the position of a key path, or of its nearest parent. */
export type FindPosition = (path: KeyPath) => FilePosition

/**
 * The line and column of an offset. `\r
 * ` is one line ending.
 */
export function positionAt(text: string, offset: number): FilePosition {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}

/** A key path as users write it: `providers.local.baseURL`, `pool[1]`, `bash["git *"]`. Safe for a terminal. */
export function keyPathText(path: KeyPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    if (!/^[\w$/:@-]+$/u.test(part)) return `${text}[${quoted(part)}]`
    return text === '' ? part : `${text}.${part}`
  }, '')
}

const quoted = (part: string): string =>
  JSON.stringify(part.slice(0, 80)).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')
