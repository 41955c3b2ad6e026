import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { matches } from '@convene/domain'
import { realPath } from './real-path.ts'
import { harmless, type Whereabouts } from './safety.ts'

/** An argument of a program, and where it would be used. */
export type UsedArgument = {
  readonly program: string
  readonly text: string
  readonly isPattern: boolean
  readonly where: Whereabouts
}

/** Programs whose arguments are often patterns between slashes. Only what could be a file counts as a path. */
const readsPatterns = /^(sed|[gmn]?awk|[ef]?grep|rg|jq|perl|find|fd|fdfind)$/

const MOST_PATHS = 500

/**
 * Every path that the arguments may name, as the kernel sees it: also after `=`, `@`, `:` or a comma, and attached to
 * an option. What merely looks like a path counts too: asking too often is better than asking too rarely.
 */
export function pathsAmong(used: readonly UsedArgument[]): readonly string[] {
  const paths = new Set<string>()
  for (const argument of used) {
    if (paths.size > MOST_PATHS) break
    for (const candidate of candidatesIn(argument.text))
      for (const path of placesOf(candidate, argument)) paths.add(path)
  }
  return [...paths].slice(0, MOST_PATHS)
}

/** A URL is not a file, even though it looks like one from its second slash. */
const addresses = /\b(?:https?|wss?|ftps?|ssh|git):\/\/[^\s"'<>,]*/gi

/** Parts of an argument that may be a path. */
function candidatesIn(text: string): readonly string[] {
  if (text.length > 4_096) return []
  const plain = text.replace(/file:\/\/(localhost)?(?=\/)/gi, '@').replace(addresses, '')
  const glued = /^-+[A-Za-z]+([/~.].*)$/s.exec(plain)?.[1] ?? /^-[A-Za-z](.+)$/s.exec(plain)?.[1]
  const parts = plain.split(/[=@:,\s"'<>|(){}]+/)
  return [...new Set([plain, ...parts, ...(glued === undefined ? [] : [glued])])].filter((part) => /[^-]/.test(part))
}

function placesOf(candidate: string, { program, isPattern, where }: UsedArgument): readonly string[] {
  const path = candidate.replace(/^~(?=\/|$)/, where.home)
  if (harmless.test(path)) return []
  return where.folders
    .flatMap((folder) => (isPattern ? expanded(folder, path) : [resolve(folder, path)]))
    .filter((whole) => !readsPatterns.test(program) || isSomewhere(whole))
    .map(realPath)
}

/** Whether it or its folder exists. The root folder does not count: hardly anybody keeps files there. */
const isSomewhere = (path: string): boolean => existsSync(path) || (dirname(path) !== '/' && existsSync(dirname(path)))

/** A longer pattern is not meant for file names. */
const LONGEST_NAME = 1_000

/**
 * The files a pattern matches now, as in bash. Unchanged if it matches nothing, or has wildcards before its last part.
 */
function expanded(folder: string, path: string): readonly string[] {
  const whole = resolve(folder, path)
  const [above, name] = [dirname(whole), whole.slice(whole.lastIndexOf('/') + 1)]
  if (/[*?[]/.test(above) || name.length > LONGEST_NAME) return [whole]
  const pattern = name.replace(/\[[^\]]*\]/g, '?')
  const fitting = (namesIn(above) ?? []).filter(
    (entry) => matches(pattern, entry) && (!entry.startsWith('.') || name.startsWith('.')),
  )
  return [whole, ...fitting.slice(0, MOST_PATHS).map((entry) => join(above, entry))]
}

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder)
  } catch {
    return undefined
  }
}
