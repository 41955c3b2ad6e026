import { ok, type Result, refuse } from '@convene/domain'
import { unquotedInHeader } from './header-path.ts'
import type { DiffHunk, HunkLine } from './hunks.ts'

/** The part of a diff about one file. A side is undefined if the file does not exist there. */
export type FileDiff = {
  readonly before: string | undefined
  readonly after: string | undefined
  readonly mode: number | undefined
  readonly hunks: readonly DiffHunk[]
}

/** Reads a unified diff of any number of files. What cannot be read is refused with its line number. */
export function parseDiff(text: string): Result<readonly FileDiff[]> {
  const reader = new DiffReader(text)
  try {
    return ok(reader.files())
  } catch (error) {
    if (error instanceof Unreadable) return refuse('bad_patch', `Line ${error.line} of the patch: ${error.message}`)
    throw error
  }
}

class Unreadable extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

class DiffReader {
  readonly #lines: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#lines = text.split('\n')
    if (this.#lines.at(-1) === '') this.#lines = this.#lines.slice(0, -1)
  }

  files(): readonly FileDiff[] {
    const files: FileDiff[] = []
    while (this.#at < this.#lines.length) {
      const file = this.#file()
      if (file) files.push(file)
    }
    if (files.length === 0)
      throw new Unreadable(1, 'it names no file. It must have lines "--- a/path" and "+++ b/path".')
    return files
  }

  /** Anything before the first header is a comment. After it, only headers and hunks are allowed. */
  #file(): FileDiff | undefined {
    let mode: number | undefined
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#line()
      if (line.startsWith('--- ') && this.#lines[this.#at + 1]?.startsWith('+++ ')) return this.#headed(mode)
      if (HUNK.test(line)) throw new Unreadable(this.#at + 1, 'a hunk before any "--- a/path" and "+++ b/path".')
      if (/^(rename|copy) from |^Binary files |^GIT binary patch/.test(line))
        throw new Unreadable(
          this.#at + 1,
          'renames, copies and binary changes cannot be applied. Delete and create instead.',
        )
      const rights = /^(?:new file|deleted file|new) mode 100([0-7]{3})/.exec(line)?.[1]
      if (rights) mode = Number.parseInt(rights, 8)
    }
    return undefined
  }

  #headed(mode: number | undefined): FileDiff {
    const before = nameOf(this.#line().slice(4), 'a/')
    this.#at++
    const after = nameOf(this.#line().slice(4), 'b/')
    this.#at++
    if (before === undefined && after === undefined) throw new Unreadable(this.#at, 'both sides are /dev/null.')
    if (before !== undefined && after !== undefined && before !== after)
      throw new Unreadable(this.#at, `"${before}" and "${after}" are two files: a rename cannot be applied.`)
    const hunks: DiffHunk[] = []
    while (HUNK.test(this.#line())) hunks.push(this.#hunk())
    if (hunks.length === 0 && before !== undefined && after !== undefined)
      throw new Unreadable(this.#at, `"${after}" has no hunk. A hunk begins with a line such as "@@ -1,3 +1,4 @@".`)
    return { before, after, mode, hunks }
  }

  #hunk(): DiffHunk {
    const start = this.#at
    const [, from = '', old = '1', to = '', fresh = '1'] = HUNK.exec(this.#line()) as RegExpExecArray
    this.#at++
    const lines: HunkLine[] = []
    let [removed, added] = [Number(old), Number(fresh)]
    while (removed > 0 || added > 0) {
      const line = this.#hunkLine(start)
      if (line.kind !== '+') removed--
      if (line.kind !== '-') added--
      if (removed < 0 || added < 0) throw new Unreadable(start + 1, 'the hunk has more lines than its header says.')
      lines.push(line)
    }
    if (/^[ +-]/.test(this.#line()) && !/^--- /.test(this.#line()))
      throw new Unreadable(this.#at + 1, `the hunk of line ${start + 1} has more lines than its header says.`)
    const first = (number: string, count: string) => Math.max(0, Number(number) - (Number(count) === 0 ? 0 : 1))
    return { before: first(from, old), after: first(to, fresh), lines }
  }

  #hunkLine(start: number): HunkLine {
    if (this.#at >= this.#lines.length)
      throw new Unreadable(start + 1, 'the hunk has fewer lines than its header says.')
    const line = this.#line()
    // Editors and models drop the space that marks an empty context line.
    const kind = line === '' || line === '\r' ? ' ' : line[0]
    if (kind !== ' ' && kind !== '-' && kind !== '+')
      throw new Unreadable(
        this.#at + 1,
        'a line of a hunk must begin with " ", "-" or "+"; or the hunk has fewer lines than its header says.',
      )
    this.#at++
    const text = line === '' || line === '\r' ? line : line.slice(1)
    if (!this.#line().startsWith('\\ ')) return { kind, text: `${text}\n` }
    this.#at++
    return { kind, text }
  }

  #line(): string {
    return this.#lines[this.#at] ?? ''
  }
}

/** The path in a header: without the timestamp that some programs add, without `a/` or `b/`, unquoted. */
function nameOf(header: string, prefix: string): string | undefined {
  const bare = (header.split('\t', 1)[0] ?? '').replace(/\r$/, '')
  const name = bare.startsWith('"') ? unquotedInHeader(bare) : bare
  if (name === '/dev/null') return undefined
  return name.startsWith(prefix) ? name.slice(prefix.length) : name
}
