/** One pattern of a `.gitignore`, ready to be tried on a path relative to the folder the file lies in. */
export type IgnoreRule = { readonly matches: RegExp; readonly foldersOnly: boolean; readonly negated: boolean }

/** The rules of one `.gitignore`; `folder` is where it lies (`''` for the root). */
export type IgnoreFile = { readonly folder: string; readonly rules: readonly IgnoreRule[] }

const MAX_RULES = 500
const MAX_PATTERN = 200

/** Reads the common patterns; a line that cannot be one is left out. */
export function parseIgnore(folder: string, text: string): IgnoreFile {
  const rules = text.split(/\r?\n/, MAX_RULES).flatMap((line) => toRule(line))
  return { folder, rules }
}

/** The last matching rule decides, and a deeper file decides over one above it. */
export function isIgnored(files: readonly IgnoreFile[], path: string, isFolder: boolean): boolean {
  for (const file of files.toReversed()) {
    const inside = file.folder === '' ? path : path.slice(file.folder.length + 1)
    const rule = file.rules.findLast((one) => (isFolder || !one.foldersOnly) && one.matches.test(inside))
    if (rule) return !rule.negated
  }
  return false
}

function toRule(line: string): readonly IgnoreRule[] {
  const pattern = line.replace(/(?<!\\)\s+$/, '')
  if (pattern === '' || pattern.startsWith('#') || pattern.length > MAX_PATTERN) return []
  const negated = pattern.startsWith('!')
  const body = negated ? pattern.slice(1) : pattern
  const foldersOnly = body.endsWith('/')
  const glob = foldersOnly ? body.slice(0, -1) : body
  if (glob === '') return []
  return [{ matches: toExpression(glob), foldersOnly, negated }]
}

function toExpression(glob: string): RegExp {
  const anchored = glob.includes('/')
  const source = withoutRuns(glob.replace(/^\//, '')).replace(
    /\\(.)|[.+^${}()|]|\*\*\/|\/\*\*$|\*+|\?|\[[^\]/]*\]|\[|\]/g,
    translate,
  )
  try {
    return new RegExp(`^${anchored ? '' : '(?:.*/)?'}${source}$`)
  } catch {
    return /$^/
  }
}

/** `a*****b` and `**` chained many times would make the expression try for ever. */
const withoutRuns = (glob: string): string => glob.replace(/\*{3,}/g, '**').replace(/(\*\*\/){2,}/g, '**/')

function translate(token: string, escaped: string | undefined): string {
  if (escaped !== undefined) return escaped.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (token === '**/') return '(?:.*/)?'
  if (token === '/**') return '/.*'
  if (token.startsWith('*')) return '[^/]*'
  if (token === '?') return '[^/]'
  if (token.length > 1) return token.replace(/^\[!/, '[^')
  return `\\${token}`
}
