import { type Glob, matchesGlob, parseGlob } from './glob.ts'

/** One pattern of a `.gitignore`, for paths relative to the folder in which the file lies. */
type IgnoreRule = { readonly glob: Glob; readonly foldersOnly: boolean; readonly negated: boolean }

/** The rules of one `.gitignore`; `folder` is where it lies (`''` for the root). */
export type IgnoreFile = { readonly folder: string; readonly rules: readonly IgnoreRule[] }

const MAX_RULES = 500
const MAX_PATTERN = 200
/** With blanks at its end, which do not count. */
const LONGEST_LINE = 1_000

/** Reads the patterns; a line that is none is left out. */
export function parseIgnore(folder: string, text: string): IgnoreFile {
  return { folder, rules: text.split(/\r?\n/, MAX_RULES).flatMap(toRule) }
}

/** The last matching rule decides, and a deeper file decides over one above it. */
export function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (const file of files.toReversed()) {
    const inside = file.folder === '' ? path : path.slice(file.folder.length + 1)
    const rule = file.rules.findLast((one) => (isFolder || !one.foldersOnly) && matchesGlob(one.glob, inside))
    if (rule) return !rule.negated
  }
  return false
}

function toRule(line: string): readonly IgnoreRule[] {
  if (line.length > LONGEST_LINE) return []
  const pattern = line.replace(/(?<!\\)\s+$/, '')
  if (pattern === '' || pattern.startsWith('#') || pattern.length > MAX_PATTERN) return []
  const negated = pattern.startsWith('!')
  const body = negated ? pattern.slice(1) : pattern
  const foldersOnly = body.endsWith('/')
  const path = foldersOnly ? body.slice(0, -1) : body
  if (path === '') return []
  return [{ glob: parseGlob(anchored(path)), foldersOnly, negated }]
}

/** Without a slash inside, a pattern fits at any depth. */
const anchored = (path: string): string => (path.includes('/') ? path.replace(/^\//, '') : `**/${path}`)
