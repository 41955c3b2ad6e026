import ignore, { type Ignore } from 'ignore'

/** The rules of one `.gitignore`. `folder` is the folder that contains it (`''` for the root). */
export type IgnoreFile = { readonly folder: string; readonly rules: Ignore; spentMs: number }

const MAX_RULES = 500
const MAX_PATTERN = 200
/** Matching takes time to the power of this. */
const MAX_DOUBLE_STARS = 3
/** Deeper paths match no rule: with three `**`, matching one path of 1,000 folders took minutes. */
const MAX_DEPTH = 64
/** After this much matching, a file's rules no longer count: an untrusted repository must not stall us. */
const MAX_MS = 500

/** Parses the patterns, except those that nobody would write. */
export function parseIgnore(folder: string, text: string): IgnoreFile {
  const patterns = text.split(/\r?\n/, MAX_RULES).filter(isReasonable)
  return { folder, rules: ignore({ ignorecase: false, allowRelativePaths: true }).add(patterns), spentMs: 0 }
}

const isReasonable = (pattern: string): boolean =>
  pattern.length <= MAX_PATTERN && pattern.split('**').length <= MAX_DOUBLE_STARS + 1

/** As git decides: the last matching rule wins, and a deeper file overrides one above it. */
export function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  if (path.split('/', MAX_DEPTH + 1).length > MAX_DEPTH) return false
  for (const file of files.toReversed()) {
    if (file.spentMs > MAX_MS) continue
    const inside = file.folder === '' ? path : path.slice(file.folder.length + 1)
    const startedAt = performance.now()
    const { ignored, unignored } = file.rules.test(isFolder ? `${inside}/` : inside)
    file.spentMs += performance.now() - startedAt
    if (ignored || unignored) return ignored
  }
  return false
}
