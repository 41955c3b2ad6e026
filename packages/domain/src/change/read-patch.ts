import type { FilePatch, Hunk } from './patch.ts'
import { pathsOf, unquoted, withoutSide } from './patch-paths.ts'

/**
 * Reads unified diffs: git's, of any number of files, and plain ones. Hunks end after as many lines as they announce,
 * so that a removed line such as `-- old` is not taken for the next file. Whatever else is there is skipped.
 */
export function readPatch(text: string): readonly FilePatch[] {
  const source = { lines: text.split('\n'), at: 0 }
  const files: FilePatch[] = []
  for (; source.at < source.lines.length; ) {
    if (isFileStart(source)) files.push(readFile(source))
    else source.at += 1
  }
  return files
}

type Source = { readonly lines: readonly string[]; at: number }

const lineAt = ({ lines, at }: Source, ahead = 0): string => lines[at + ahead] ?? ''

const isGit = (source: Source): boolean => lineAt(source).startsWith('diff --git ')

const isPlain = (source: Source): boolean => lineAt(source).startsWith('--- ') && lineAt(source, 1).startsWith('+++ ')

const isFileStart = (source: Source): boolean => isGit(source) || isPlain(source)

function readFile(source: Source): FilePatch {
  const head = readHead(source)
  const hunks: Hunk[] = []
  let added = 0
  let removed = 0
  for (let hunk = readHunk(source); hunk; hunk = readHunk(source)) {
    hunks.push(hunk)
    for (const line of hunk.lines) {
      if (line.startsWith('+')) added += 1
      else if (line.startsWith('-')) removed += 1
    }
  }
  return { ...describe(head), added, removed, hunks }
}

type Head = {
  from: string
  path: string
  renamed: boolean
  isNew: boolean
  isGone: boolean
  isBinary: boolean
  old: string
  new: string
}

/** Everything above the first hunk. */
function readHead(source: Source): Head {
  const head = { ...unnamed, ...(isGit(source) && pathsOf(lineAt(source).slice('diff --git '.length))) }
  if (isGit(source)) source.at += 1
  for (; source.at < source.lines.length; source.at += 1) {
    if (isGit(source) || lineAt(source).startsWith('@@ ')) break
    if (isPlain(source)) {
      nameSides(head, source)
      break
    }
    readHeader(head, lineAt(source))
  }
  return head
}

const unnamed: Head = {
  from: '',
  path: '',
  renamed: false,
  isNew: false,
  isGone: false,
  isBinary: false,
  old: '',
  new: '',
}

const NOWHERE = '/dev/null'

/** `--- a/x` and `+++ b/x`, which a plain diff names its file with. */
function nameSides(head: Head, source: Source): void {
  const [from, path] = [lineAt(source), lineAt(source, 1)].map((line) => unquoted(line.slice(4).split('\t')[0] ?? ''))
  head.isNew ||= from === NOWHERE
  head.isGone ||= path === NOWHERE
  if (path !== undefined && path !== NOWHERE) head.path = withoutSide(path)
  if (from !== undefined && from !== NOWHERE) {
    head.from = withoutSide(from)
    if (head.isGone) head.path = head.from
  }
  source.at += 2
}

const headers: readonly (readonly [RegExp, (head: Head, value: string) => void])[] = [
  [/^rename from (.+)$/u, (head, value) => Object.assign(head, { from: unquoted(value), renamed: true })],
  [/^rename to (.+)$/u, (head, value) => Object.assign(head, { path: unquoted(value), renamed: true })],
  [/^copy from (.+)$/u, (head, value) => Object.assign(head, { from: unquoted(value) })],
  [/^copy to (.+)$/u, (head, value) => Object.assign(head, { path: unquoted(value), isNew: true })],
  [/^new file mode (\d{6})$/u, (head, value) => Object.assign(head, { new: value, isNew: true })],
  [/^deleted file mode (\d{6})$/u, (head, value) => Object.assign(head, { old: value, isGone: true })],
  [/^old mode (\d{6})$/u, (head, value) => Object.assign(head, { old: value })],
  [/^new mode (\d{6})$/u, (head, value) => Object.assign(head, { new: value })],
  [/^((?:Binary files .* differ)|GIT binary patch)$/u, (head) => Object.assign(head, { isBinary: true })],
]

function readHeader(head: Head, line: string): void {
  for (const [pattern, apply] of headers) {
    const found = pattern.exec(line)
    if (found) apply(head, found[1] ?? '')
  }
}

/** The mode of most files, which nobody needs to read. */
const USUAL = '100644'

function describe(head: Head): Omit<FilePatch, 'added' | 'removed' | 'hunks'> {
  const { path, from, renamed, isNew, isGone, isBinary } = head
  const status = isNew ? 'added' : isGone ? 'deleted' : renamed ? 'renamed' : 'modified'
  const isWorthIt = head.old !== head.new && [head.old, head.new].some((mode) => mode !== '' && mode !== USUAL)
  const modes = isWorthIt ? { old: head.old, new: head.new } : null
  return { path, from: from !== '' && from !== path && !isGone ? from : null, status, modes, isBinary }
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/u

/** The next hunk of this file. A cut diff ends in the middle of one. */
function readHunk(source: Source): Hunk | undefined {
  while (source.at < source.lines.length && !lineAt(source).startsWith('@@ ')) {
    if (isFileStart(source)) return undefined
    source.at += 1
  }
  const found = HUNK.exec(lineAt(source))
  if (!found) {
    source.at += source.at < source.lines.length ? 1 : 0
    return source.at < source.lines.length ? readHunk(source) : undefined
  }
  const [, oldStart, oldLines = '1', newStart, newLines = '1', section = ''] = found
  source.at += 1
  const sizes = { oldLines: Number(oldLines), newLines: Number(newLines) }
  return {
    oldStart: Number(oldStart),
    newStart: Number(newStart),
    ...sizes,
    section,
    lines: takeLines(source, sizes),
  }
}

function takeLines(source: Source, { oldLines, newLines }: Pick<Hunk, 'oldLines' | 'newLines'>): readonly string[] {
  const taken: string[] = []
  let before = 0
  let after = 0
  for (; source.at < source.lines.length; source.at += 1) {
    const line = lineAt(source)
    const isRemark = line.startsWith('\\')
    if (!isRemark && before >= oldLines && after >= newLines) break
    if (isGit(source) || (line === '' && source.at === source.lines.length - 1)) break
    if (!isRemark && !line.startsWith('+')) before += 1
    if (!isRemark && !line.startsWith('-')) after += 1
    taken.push(line)
  }
  return taken
}
