/** A piece of a file's change. Line numbers start at 1, on the side they name. */
export type Hunk = {
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** What git found above it, such as the function it is in. */
  readonly section: string
  /** With their signs: `+`, `-`, a space, or a backslash for the remark that the file ends without a line feed. */
  readonly lines: readonly string[]
}

/** What happened to one file. A file may change without hunks: renamed, binary, another mode. */
export type FilePatch = {
  readonly path: string
  /** Its name before, if it was renamed or copied. */
  readonly from: string | null
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed'
  /** Its mode before and after, if one of them is worth a word: `100755` makes a file executable. */
  readonly modes: { readonly old: string; readonly new: string } | null
  readonly isBinary: boolean
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
}

/** A line of a hunk with its numbers. Null on the side where it does not exist. */
export type NumberedLine = {
  readonly sign: '+' | '-' | ' ' | '\\'
  readonly text: string
  readonly old: number | null
  readonly new: number | null
}

/** The lines of a hunk, numbered. */
export function numbered({ oldStart, newStart, lines }: Hunk): readonly NumberedLine[] {
  let before = oldStart
  let after = newStart
  return lines.map((line) => {
    const sign = signOf(line)
    const text = line.slice(1)
    if (sign === '\\') return { sign, text, old: null, new: null }
    return { sign, text, old: sign === '+' ? null : before++, new: sign === '-' ? null : after++ }
  })
}

function signOf(line: string): NumberedLine['sign'] {
  const [first] = line
  return first === '+' || first === '-' || first === '\\' ? first : ' '
}
