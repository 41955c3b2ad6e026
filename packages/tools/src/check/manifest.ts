import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { posix } from 'node:path'
import {
  decidesTests,
  hasRecipes,
  importsIn,
  isSource,
  type KnownFiles,
  type MeansChange,
  reachesIn,
  TESTS_INSIDE,
  USES_RUNNER,
} from '@convene/domain'

const { basename, dirname, join } = posix

/** What is remembered about one file. */
export type FileState = {
  readonly hash: string
  readonly empty?: boolean
  /** How it could reach into a test run: words, and a hash of the line. */
  readonly reaches?: readonly string[]
  /** What it loads from the workspace, by names without an ending. */
  readonly imports?: readonly string[]
  /** The content of a file that says what else is run. */
  readonly text?: string
}

/** The files of a tree by their path, with slashes. */
export type Manifest = ReadonlyMap<string, FileState>

const MOST_READ = 1_000_000
const LINK = 'link '

/** Reads all files of a folder. Links are not followed: they are what they say. */
export async function readManifest(folder: string): Promise<Manifest> {
  const files = new Map<string, FileState>()
  const walk = async (place: Buffer, inside: string): Promise<void> => {
    for (const name of await readdir(place, { encoding: 'buffer' })) {
      const path = `${inside}${nameOf(name)}`
      if (path === '.git') continue
      const at = Buffer.concat([place, SLASH, name])
      const found = await lstat(at)
      if (found.isDirectory()) await walk(at, `${path}/`)
      else files.set(path, await stateOf(at, path, found))
    }
  }
  await walk(Buffer.from(folder), '')
  return files
}

const SLASH = Buffer.from('/')

/** On Linux, a name is any bytes. Those that are not UTF-8 would be lost, and their file with them. */
const nameOf = (name: Buffer): string => (isUtf8(name) ? name.toString('utf8') : `${name.toString('latin1')} (bytes)`)

/** What is remembered about the file at a place. */
export const stateOfFile = async (place: string, path: string): Promise<FileState> =>
  stateOf(Buffer.from(place), path, await lstat(place))

async function stateOf(place: Buffer, path: string, found: Awaited<ReturnType<typeof lstat>>): Promise<FileState> {
  if (found.isSymbolicLink()) return { hash: `${LINK}${await readlink(place)}` }
  if (!found.isFile()) return { hash: 'no file' }
  const mode = Number(found.mode) & 0o100 ? 'program' : 'file'
  if (found.size > MOST_READ) {
    const hash = `${mode} ${await hashOfLarge(place)}`
    return { hash, ...(isSource(path) && { reaches: [`is too large to be looked at${AT}${shortHash(hash)}`] }) }
  }
  const content = await readFile(place)
  const hash = `${mode} ${createHash('sha256').update(content).digest('hex')}`
  if (content.length === 0) return { hash, empty: true }
  const text = content.toString('utf8')
  const reaches = [...new Set(reachesIn(text).map((one) => `${one.words}${AT}${shortHash(one.text)}`))]
  const imports = importsIn(path, text)
  return {
    hash,
    ...(reaches.length > 0 && { reaches }),
    ...(imports.length > 0 && { imports }),
    ...(content.length <= MOST_KEPT && keepsText(path, text) && { text }),
  }
}

const AT = ' @'
const MOST_KEPT = 200_000
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
const keepsText = (path: string, text: string): boolean => hasRecipes(path, text) || basename(path) === 'go.mod'

/** What a state says about how its checks are run. */
export const groundsOf = (files: Manifest): KnownFiles => ({
  texts: new Map([...files].flatMap(([path, { text }]) => (text === undefined ? [] : [[path, text]]))),
  links: new Map([...files].flatMap(([path, { hash }]) => (hash.startsWith(LINK) ? [linkOf(path, hash)] : []))),
  imports: new Map([...files].map(([path, { imports = [] }]) => [path, imports])),
  runners: new Set([...files].flatMap(([path, { reaches = [] }]) => (reaches.some(isRunner) ? [path] : []))),
})

const isRunner = (reach: string): boolean => reach.startsWith(USES_RUNNER)

const linkOf = (path: string, hash: string): readonly [string, string] => [
  path,
  join(dirname(path), hash.slice(LINK.length)).replace(/\/$/u, ''),
]

/** Nothing larger than 2 GiB can be read at once. */
async function hashOfLarge(place: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(place)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** What differs between two states of a tree. */
export function changesBetween(before: Manifest, after: Manifest): readonly MeansChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths.flatMap((path): readonly MeansChange[] => {
    const [was, is] = [before.get(path), after.get(path)]
    if (was?.hash === is?.hash) return []
    const how = !was ? 'added' : is ? 'changed' : 'deleted'
    const reaches = newReaches(was?.reaches ?? [], is?.reaches ?? [])
    return [{ path, how, before: was?.text, after: is?.text, ...(reaches.length > 0 && { reaches }) }]
  })
}

/**
 * Tests and configuration that somebody changed in a copy while a check ran there. The system sets a file's change time,
 * so no program can hide it.
 */
export async function changedDuring(folder: string, files: Manifest, since: number): Promise<readonly string[]> {
  const changes: string[] = []
  for (const [path, { hash }] of files) {
    if (!decidesTests(path)) continue
    const found = await lstat(join(folder, path)).catch(() => undefined)
    if (!found) changes.push(`${path} was deleted while the check ran`)
    else if (found.ctimeMs >= since && (await stateOfFile(join(folder, path), path)).hash !== hash)
      changes.push(`${path} was changed while the check ran`)
  }
  return changes
}

/** What reaches into a test run now and did not before. Tests inside a file may not go away either. */
function newReaches(was: readonly string[], is: readonly string[]): readonly string[] {
  const added = is.filter((one) => !was.includes(one))
  const gone = was.filter((one) => one.startsWith(TESTS_INSIDE) && !is.includes(one))
  const words = [...added, ...gone].map((one) => one.slice(0, one.lastIndexOf(AT)))
  return [...new Set(words.map((one) => (one === TESTS_INSIDE ? `${one}, and they were changed` : one)))]
}
