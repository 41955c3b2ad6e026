import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { type FileChange, reachesIn } from '@convene/domain'

/** What is remembered about one file. */
export type FileState = {
  readonly hash: string
  readonly empty?: boolean
  /** How it could reach into a test run. */
  readonly reaches?: readonly string[]
  /** The content of a package.json, whose keys are compared one by one. */
  readonly text?: string
}

/** The files of a tree by their path, with slashes. */
export type Manifest = ReadonlyMap<string, FileState>

const MOST_READ = 1_000_000

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
  if (found.isSymbolicLink()) return { hash: `link ${await readlink(place)}` }
  if (!found.isFile()) return { hash: 'no file' }
  const mode = Number(found.mode) & 0o100 ? 'program' : 'file'
  if (found.size > MOST_READ) return { hash: `${mode} ${await hashOfLarge(place)}` }
  const content = await readFile(place)
  const hash = `${mode} ${createHash('sha256').update(content).digest('hex')}`
  if (content.length === 0) return { hash, empty: true }
  const text = content.toString('utf8')
  const reaches = reachesIn(text)
  return {
    hash,
    ...(reaches.length > 0 && { reaches }),
    ...(path.endsWith('package.json') && { text }),
  }
}

/** Nothing larger than 2 GiB can be read at once. */
async function hashOfLarge(place: Buffer): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(place)) hash.update(part as Buffer)
  return hash.digest('hex')
}

/** What differs between two states of a tree. */
export function changesBetween(before: Manifest, after: Manifest): readonly FileChange[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  return paths.flatMap((path): readonly FileChange[] => {
    const [was, is] = [before.get(path), after.get(path)]
    if (was?.hash === is?.hash) return []
    const how = !was ? 'added' : is ? 'changed' : 'deleted'
    const reaches = (is?.reaches ?? []).filter((words) => !was?.reaches?.includes(words))
    return [{ path, how, before: was?.text, after: is?.text, ...(reaches.length > 0 && { reaches }) }]
  })
}
