import { type Glob, matchesGlob, parseGlob } from './glob.ts'

/** One `.gitignore` pattern, for paths relative to the folder that contains the file. */
type IgnoreRule = { readonly glob: Glob; readonly foldersOnly: boolean; readonly negated: boolean }

/** The rules of one `.gitignore`. `folder` is the folder that contains it (`''` for the root). */
export type IgnoreFile = { readonly folder: string; readonly rules: readonly IgnoreRule[] }

const MAX_RULES = 500
const MAX_PATTERN = 200
/** Including trailing blanks, which do not count. */
const LONGEST_LINE = 1_000

/** Parses the patterns and skips invalid lines. */
export function parseIgnore(folder: string, text: string): IgnoreFile {
  return { folder, rules: text.split(/\r?\n/, MAX_RULES).flatMap(toRule) }
}

/** The last matching rule wins, and a deeper file overrides one above it. */
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

/** A pattern without an inner slash matches at any depth. */
const anchored = (path: string): string => (path.includes('/') ? path.replace(/^\//, '') : `**/${path}`)
