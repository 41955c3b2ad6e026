import { globMatcher, parseGlob } from '@convene/platform'

/** A pattern for paths: what ripgrep can filter by itself, and what is left to check. */
export type NameFilter = {
  readonly arguments: readonly string[]
  readonly fits: ((path: string) => boolean) | undefined
}

const MAX_CHOICES = 64

/**
 * Filters by the last part of the pattern, as a file type: unlike `-g`, a type does not bring back files excluded by
 * .gitignore. The rest of the pattern is checked on each path.
 */
export function nameFilter(pattern: string): NameFilter {
  const choices = globsOf(pattern.replace(/^\.?\//, ''))
  const names = choices.map((choice) => choice.slice(choice.lastIndexOf('/') + 1))
  const isNarrow = names.every((name) => !isAny(name))
  const narrow = names.flatMap((name) => ['--type-add', `wanted:${name}`])
  const isWhole = choices.every((choice) =>
    choice
      .split('/')
      .slice(0, -1)
      .every((part) => part === '**'),
  )
  const matchers = choices.map((choice) => globMatcher(parseGlob(choice.includes('/') ? choice : `**/${choice}`)))
  return {
    arguments: [...outside(choices), ...(isNarrow ? [...narrow, '--type', 'wanted'] : [])],
    fits: isWhole ? undefined : (path) => matchers.some((matches) => matches(path)),
  }
}

/** A prefix of this length already excludes almost everything else. */
const LONGEST = 80

/**
 * Excludes everything outside the prefix that all choices share, so it is not even searched. It has to be exclusions: a
 * folder named as the place to search would be searched even if .gitignore excludes it.
 */
function outside(choices: readonly string[]): readonly string[] {
  const beginning = plainBeginning(choices)
  const globs: string[] = []
  let folder = ''
  for (const [index, part] of beginning.split('/').entries()) {
    const isLast = index === beginning.split('/').length - 1
    for (let at = 0; at < part.length; at++) globs.push(`${folder}/${part.slice(0, at)}[!${part[at]}]*`)
    for (let at = 1; at < part.length; at++) globs.push(`${folder}/${part.slice(0, at)}`)
    if (!isLast) globs.push(`${folder}/${part}?*`)
    folder = `${folder}/${part}`
  }
  return globs.flatMap((glob) => ['-g', `!${glob}`])
}

/** The shared prefix up to the first special character, in patterns anchored at the top. */
function plainBeginning(choices: readonly string[]): string {
  if (choices.some((choice) => !choice.includes('/'))) return ''
  const [first = '', ...others] = choices
  let length = 0
  while (length < LONGEST && others.every((other) => other[length] === first[length]) && isPlain(first[length]))
    length++
  const beginning = first.slice(0, length)
  return /(^|\/)\.{1,2}(\/|$)|\/\//.test(beginning) ? '' : beginning
}

const isPlain = (character: string | undefined): boolean => character !== undefined && /[\w./]/.test(character)

/** Nothing to filter by. If every other part is `**`, the pattern matches everything. */
const isAny = (name: string): boolean => name === '' || name === '*' || name === '**'

/** `a{b,c}` is `ab` and `ac`. A pattern that would expand to too many is kept as written. */
export function globsOf(pattern: string): readonly string[] {
  let open: readonly string[] = [pattern]
  for (let next = expandOnce(open); next; next = expandOnce(open)) {
    if (next.length > MAX_CHOICES) return [pattern]
    open = next
  }
  return open
}

function expandOnce(patterns: readonly string[]): readonly string[] | undefined {
  const braces = patterns.map(innermost)
  if (braces.every((found) => found === undefined)) return undefined
  return patterns.flatMap((pattern, index) => {
    const found = braces[index]
    if (!found) return [pattern]
    const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + found[0].length)]
    return found[0]
      .slice(1, -1)
      .split(',')
      .map((choice) => before + choice + after)
  })
}

/** The last braces without others inside, so nested ones are expanded one after the other. */
const innermost = (pattern: string): RegExpExecArray | undefined => [...pattern.matchAll(/\{[^{},]*,[^{}]*\}/g)].at(-1)
