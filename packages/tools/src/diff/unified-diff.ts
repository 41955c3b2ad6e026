import { quotedInHeader } from './header-path.ts'
import { type DiffHunk, type HunkLine, hunksBetween } from './hunks.ts'

/** The two sides of a changed file: its text, or undefined if it does not exist. */
export type Sides = { readonly before: string | undefined; readonly after: string | undefined; readonly mode?: number }

/** A unified diff as git writes it, or '' if nothing changes. */
export function unifiedDiff(path: string, { before, after, mode }: Sides): string {
  if (before === after) return ''
  const hunks = hunksBetween(before ?? '', after ?? '')
  const name = quotedInHeader(path)
  const rights = (mode ?? 0o644).toString(8).padStart(3, '0')
  const head = [
    `diff --git ${quotedInHeader(`a/${path}`)} ${quotedInHeader(`b/${path}`)}`,
    ...(before === undefined ? [`new file mode 100${rights}`] : []),
    ...(after === undefined ? [`deleted file mode 100${rights}`] : []),
    `--- ${before === undefined ? '/dev/null' : side('a', name)}`,
    `+++ ${after === undefined ? '/dev/null' : side('b', name)}`,
  ]
  return `${head.join('\n')}\n${hunks.map(hunkText).join('')}`
}

/** How many lines a change removes and adds. */
export function sizeOf(hunks: readonly DiffHunk[]): { readonly removed: number; readonly added: number } {
  const count = (kind: HunkLine['kind']) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0)
  return { removed: count('-'), added: count('+') }
}

const side = (letter: 'a' | 'b', name: string): string =>
  name.startsWith('"') ? `"${letter}/${name.slice(1)}` : `${letter}/${name}`

function hunkText({ before, after, lines }: DiffHunk): string {
  const old = lines.filter(({ kind }) => kind !== '+').length
  const fresh = lines.filter(({ kind }) => kind !== '-').length
  return `@@ -${range(before, old)} +${range(after, fresh)} @@\n${lines.map(lineText).join('')}`
}

/** An empty range is given by the line before it. */
const range = (start: number, count: number): string => {
  const first = count === 0 ? start : start + 1
  return count === 1 ? `${first}` : `${first},${count}`
}

const lineText = ({ kind, text }: HunkLine): string =>
  text.endsWith('\n') ? `${kind}${text}` : `${kind}${text}\n\\ No newline at end of file\n`
