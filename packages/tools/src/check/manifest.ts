import { createHash } from 'node:crypto'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
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
  const walk = async (inside: string): Promise<void> => {
    for (const { name } of await readdir(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? name : `${inside}/${name}`
      if (path === '.git') continue
      const found = await lstat(join(folder, path))
      if (found.isDirectory()) await walk(path)
      else files.set(path, await stateOf(join(folder, path), found))
    }
  }
  await walk('')
  return files
}

async function stateOf(path: string, found: Awaited<ReturnType<typeof lstat>>): Promise<FileState> {
  if (found.isSymbolicLink()) return { hash: `link ${await readlink(path)}` }
  if (!found.isFile()) return { hash: 'no file' }
  const content = await readFile(path)
  const mode = Number(found.mode) & 0o100 ? 'program' : 'file'
  const hash = `${mode} ${createHash('sha256').update(content).digest('hex')}`
  if (content.length === 0) return { hash, empty: true }
  if (content.length > MOST_READ) return { hash }
  const text = content.toString('utf8')
  const reaches = reachesIn(text)
  return {
    hash,
    ...(reaches.length > 0 && { reaches }),
    ...(path.endsWith('package.json') && { text }),
  }
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
