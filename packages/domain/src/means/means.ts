import type { Check } from '../check/check.ts'
import { bareName } from './imports.ts'
import { type Loads, loadedMeans } from './loaded-means.ts'
import { type StartedFiles, startedBy, type Texts } from './started-files.ts'
import { decidesTests, isDependency } from './test-files.ts'

/** One file that differs between two states of a tree, with what its content says about tests. */
export type MeansChange = {
  readonly path: string
  readonly how: 'added' | 'changed' | 'deleted'
  /** Its content, if it says what else is run. See `hasRecipes`. */
  readonly before?: string | undefined
  readonly after?: string | undefined
  /** Words by which other files reach into a test run. See `reachesIn`. */
  readonly reaches?: readonly string[]
}

/** What is known of the files before the work: those that say what else is run, where links lead, and what loads what. */
export type KnownFiles = Loads & { readonly texts: Texts; readonly links: ReadonlyMap<string, string> }

/** What was changed of a check's own means, in words. Empty: what it tests is as it was. */
export function changedMeans(
  check: Check,
  changes: readonly MeansChange[],
  { texts, links, ...loads }: KnownFiles = NOTHING,
): readonly string[] {
  if (check.kind !== 'command') return []
  const started = startedBy(check.run, texts)
  const named = namedIn(check.run)
  const starts = (path: string): boolean => named.has(path) || isStarted(path, started)
  const loaded = loadedMeans(starts, loads)
  const isMeans = (path: string): boolean => decidesTests(path) || starts(path) || loaded.has(bareName(path))
  return changes.flatMap((change) => {
    const { path, how, reaches = [] } = change
    if (path.endsWith('package.json') && how === 'changed') return packageWords(change)
    if (isDependency(path) || [path, ...otherNames(path, links)].some(isMeans)) return [`${path} was ${how}`]
    if (/(?:^|\/)go\.mod$/u.test(path)) return goWords(change)
    return reaches.map((words) => `${path} ${words}`)
  })
}

const NOTHING: KnownFiles = { texts: new Map(), links: new Map(), imports: new Map(), runners: new Set() }

/** Other names of a file, through links that were there before. */
const otherNames = (path: string, links: ReadonlyMap<string, string>): readonly string[] =>
  [...links].flatMap(([link, target]) =>
    path === target || path.startsWith(`${target}/`) ? [`${link}${path.slice(target.length)}`] : [],
  )

/** A file that is started, also by its name alone: the first program of this name may be the one of the workspace. */
function isStarted(path: string, { files, targets, programs }: StartedFiles): boolean {
  const bare = path.replace(/\.[^./]+$/u, '')
  const folder = bare.replace(/\/(?:index|__main__|mod|main)$/u, '')
  const isNamed = [path, bare, folder].some((name) => files.has(name))
  return isNamed || targets.has(path) || programs.has(path.slice(path.lastIndexOf('/') + 1))
}

/** What a package may say about itself without deciding what its scripts run, and what they test. */
const HARMLESS: ReadonlySet<string> = new Set(
  `name version description keywords homepage bugs license licenses author contributors funding files main module
  browser types typings exports bin man directories repository private sideEffects publishConfig icon displayName
  publisher categories contributes activationEvents dependencies devDependencies optionalDependencies
  peerDependencies peerDependenciesMeta bundleDependencies engines os cpu`.split(/\s+/u),
)
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

/** Adding a dependency is ordinary work. Changing a script, or replacing a dependency, may replace the test. */
function packageWords({ path, before = '', after = '' }: MeansChange): readonly string[] {
  const [one, other] = [objectIn(before), objectIn(after)]
  if (!one || !other) return [`${path} was changed`]
  const isOther = (key: string) => JSON.stringify(one[key]) !== JSON.stringify(other[key])
  const replaced = DEPENDENCIES.filter((key) => {
    const [was, is] = [recordOf(one[key]), recordOf(other[key])]
    return Object.keys(was).some((name) => was[name] !== is[name])
  })
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  const decides = [...keys].filter((key) => !HARMLESS.has(key) && isOther(key))
  return [...decides, ...replaced].map((key) => `"${key}" of ${path} was changed`)
}

function objectIn(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : undefined
  } catch {
    return undefined
  }
}

const recordOf = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {}

/** Replacing a module replaces what is tested, or what tests it. */
function goWords({ path, how, before = '', after = '' }: MeansChange): readonly string[] {
  const replaced = (text: string) => text.split('\n').filter((line) => /^\s*replace\b|=>|^toolchain\b/u.test(line))
  return how === 'changed' && replaced(before).join('\n') === replaced(after).join('\n') ? [] : [`${path} was ${how}`]
}

/** The words of a command line, as names of files. */
const namedIn = (line: string): ReadonlySet<string> =>
  new Set(line.split(/[\s;|&()<>="'`]+/u).map((word) => word.replace(/^\.\//u, '')))
