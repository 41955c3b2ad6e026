import { countText } from '@convene/domain'
/** A matching line, or one around it. Without a line, it only names a file. */
export type FoundLine = {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly isMatch: boolean
}

/** Reads `path NUL 12:text`, or `path NUL 12-text` for a line around a match. Undefined for anything else. */
export function parseFound(written: string): FoundLine | undefined {
  const end = written.indexOf('\0')
  if (end < 0) return undefined
  const [, line = '', mark, text = ''] = /^(\d+)([:-])([\s\S]*)$/.exec(written.slice(end + 1)) ?? []
  if (mark === undefined) return undefined
  return { path: written.slice(0, end), line: Number(line), text: text.replace(/\r$/, ''), isMatch: mark === ':' }
}

/** By file, sorted, matches marked with a colon. */
export function presentMatches(found: readonly FoundLine[], isCut: boolean): string {
  if (found.length === 0) return 'Nothing was found.'
  const byFile = Map.groupBy(found, ({ path }) => path)
  const parts = [...byFile.keys()].sort().map((path) => `${path}\n${linesText(byFile.get(path) ?? [])}`)
  const matches = found.filter(({ isMatch }) => isMatch).length
  const more = isCut ? ', and more that are not shown. Narrow the pattern, the path or include' : ''
  return `${parts.join('\n')}\n[${countText(matches, 'match', 'matches')} in ${countText(byFile.size, 'file')}${more}.]`
}

/** The files only. */
export function presentFiles(paths: readonly string[], isCut: boolean): string {
  if (paths.length === 0) return 'Nothing was found.'
  const more = isCut ? ', and more that are not shown' : ''
  return `${paths.toSorted().join('\n')}\n[${countText(paths.length, 'file')}${more}.]`
}

function linesText(found: readonly FoundLine[]): string {
  const lines = found.toSorted((one, other) => one.line - other.line)
  return lines
    .map(({ line, text, isMatch }, index) => {
      const before = lines[index - 1]
      const gap = before && !before.isMatch && !isMatch && line > before.line + 1 ? '  --\n' : ''
      return `${gap}  ${line}${isMatch ? ':' : '-'} ${text}`
    })
    .join('\n')
}
