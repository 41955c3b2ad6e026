import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result, refuse, type SessionId } from '@convene/domain'
import { plainName, removeTree, runGit } from '@convene/platform'
import { type CloneSource, fetchCommit, reaching } from './fetch-commit.ts'
import type { RepositoryName } from './repository-name.ts'

/** The maximum packed size of a session's changes. They are stored again after each change. */
const MOST_WORK = 50_000_000
const KEEP_MS = 120_000

/** A session's folder when it was last stored. */
type Kept = { readonly tree: string; readonly tip: string; readonly mark: string | undefined; readonly pushed?: string }

/** A session's changes, packed by git, and the tree they lead to. */
export type ClonedWork = { readonly bytes: Uint8Array; readonly tip: string; readonly tree: string }

/** The folder of a session that works in a repository. */
export type SessionClone = {
  /** Where agents work. */
  readonly folder: string
  /** The mark under which its state was last stored. */
  mark(): Promise<string | undefined>
  /** What has changed since it was last stored, or undefined if nothing has. */
  changes(): Promise<Result<ClonedWork | undefined>>
  /** Records that its state is now stored under this mark. */
  stored(work: ClonedWork, mark: string): Promise<void>
  /** Brings it to the state that another worker has stored. */
  become(bytes: Uint8Array, mark: string): Promise<Result<void>>
  /** Whether anything was stored but not pushed. */
  isAhead(): Promise<boolean>
  /** Pushes what was last stored as a branch. Does nothing if it was already pushed. */
  push(source: CloneSource, branch: string): Promise<Result<void>>
}

export const cloneFolder = (home: string, session: SessionId): string => join(home, 'clones', plainName(session))

/**
 * A session's clone on this machine, fetched if missing. Agents have their own repository in their folder, which they
 * can change as they like. We never read it: changes are found with our own repository, next to the folder.
 */
export async function openClone(
  home: string,
  session: SessionId,
  { commit }: RepositoryName,
  source: CloneSource,
): Promise<Result<SessionClone>> {
  const place = cloneFolder(home, session)
  const known = await readKept(place)
  if (known) return ok(cloneIn(place, commit))
  const half = `${place}.${process.pid}.tmp`
  try {
    await removeTree(half)
    await mkdir(half, { recursive: true, mode: 0o700 })
    const fetched = await fetchCommit(source, commit, join(half, 'tree'))
    if (!fetched.ok) return fetched
    await cp(join(half, 'tree', '.git'), join(half, 'git'), { recursive: true })
    const tree = await ours(half, ['rev-parse', '--verify', '--end-of-options', `${commit}^{tree}`])
    if (!tree.ok) return tree
    await writeKept(half, { tree: tree.value.toString().trim(), tip: commit, mark: undefined })
    await removeTree(place)
    await rename(half, place)
    return ok(cloneIn(place, commit))
  } catch (error) {
    return refuse('not_cloned', `The repository could not be stored: ${(error as Error).message}`)
  } finally {
    await removeTree(half)
  }
}

function cloneIn(place: string, base: string): SessionClone {
  return {
    folder: join(place, 'tree'),
    mark: async () => (await readKept(place))?.mark,
    changes: () => changesIn(place, base),
    async stored({ tip, tree }, mark) {
      await writeKept(place, { ...(await readKept(place)), tip, tree, mark })
    },
    become: (bytes, mark) => become(place, bytes, mark),
    isAhead: async () => isAhead(await readKept(place), base),
    push: (source, branch) => push(place, base, source, branch),
  }
}

/** Runs git on our own repository, which no agent can write to, with the agents' folder as its work tree. */
const ours = (place: string, args: readonly string[], more: { readonly [name: string]: string } = {}) =>
  runGit({
    args,
    folder: join(place, 'tree'),
    variables: { GIT_DIR: join(place, 'git'), GIT_WORK_TREE: join(place, 'tree'), ...identity, ...more },
    timeoutMs: KEEP_MS,
    maxBytes: MOST_WORK,
  })

const identity = {
  GIT_AUTHOR_NAME: 'Convene',
  GIT_AUTHOR_EMAIL: 'convene@localhost',
  GIT_COMMITTER_NAME: 'Convene',
  GIT_COMMITTER_EMAIL: 'convene@localhost',
}

const BRANCH = 'refs/heads/work'

/** All changes are one commit on top of the first: the history in between is in the log. */
async function changesIn(place: string, base: string): Promise<Result<ClonedWork | undefined>> {
  const added = await ours(place, ['add', '--all', '--', '.'])
  if (!added.ok) return refuse('not_kept', added.refusal.message)
  const written = await ours(place, ['write-tree'])
  if (!written.ok) return written
  const tree = written.value.toString().trim()
  if (tree === (await readKept(place))?.tree) return ok(undefined)
  const made = await ours(place, ['commit-tree', '-p', base, '-m', 'Changes by agents', tree])
  if (!made.ok) return made
  const tip = made.value.toString().trim()
  const named = await ours(place, ['update-ref', BRANCH, tip])
  const packed = named.ok ? await ours(place, ['bundle', 'create', '--quiet', '-', `^${base}`, BRANCH]) : named
  if (packed.ok) return ok({ bytes: packed.value, tip, tree })
  return refuse('not_kept', `${packed.refusal.message} At most ${MOST_WORK / 1_000_000} MB of changes can be stored.`)
}

async function become(place: string, bytes: Uint8Array, mark: string): Promise<Result<void>> {
  const file = join(place, 'work.bundle')
  await writeFile(file, bytes, { mode: 0o600 })
  const unpacked = await ours(place, ['bundle', 'unbundle', '--end-of-options', file]).finally(() =>
    rm(file, { force: true }),
  )
  if (!unpacked.ok) return unpacked
  const [tip = ''] = /^[0-9a-f]{40}/u.exec(unpacked.value.toString()) ?? []
  const tree = await ours(place, ['rev-parse', '--verify', '--end-of-options', `${tip}^{tree}`])
  if (!tree.ok) return tree
  const out = await ours(place, ['read-tree', '-u', '--reset', tip])
  if (!out.ok) return out
  // Ignored files, such as installed packages, stay: they are not part of what was stored.
  const cleaned = await ours(place, ['clean', '-ffdq'])
  if (!cleaned.ok) return cleaned
  const named = await ours(place, ['update-ref', BRANCH, tip])
  if (!named.ok) return named
  await writeKept(place, { tree: tree.value.toString().trim(), tip, mark })
  return ok(undefined)
}

const isAhead = (kept: Kept | undefined, base: string): boolean =>
  kept !== undefined && kept.tip !== base && kept.pushed !== kept.tip

async function push(place: string, base: string, source: CloneSource, branch: string): Promise<Result<void>> {
  const kept = await readKept(place)
  if (!kept || !isAhead(kept, base)) return ok(undefined)
  const { overrides, variables } = reaching(source)
  const pushed = await runGit({
    args: [
      'push',
      '--quiet',
      '--force',
      '--no-verify',
      '--end-of-options',
      source.url,
      `${kept.tip}:refs/heads/${branch}`,
    ],
    folder: join(place, 'tree'),
    overrides: overrides ?? [],
    variables: { GIT_DIR: join(place, 'git'), ...variables },
    timeoutMs: KEEP_MS,
  })
  if (!pushed.ok) return pushed
  await writeKept(place, { ...((await readKept(place)) ?? kept), pushed: kept.tip })
  return ok(undefined)
}

async function readKept(place: string): Promise<Kept | undefined> {
  const text = await readFile(join(place, 'kept.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Kept)
}

async function writeKept(place: string, kept: Partial<Kept>): Promise<void> {
  const [file, half] = [join(place, 'kept.json'), join(place, 'kept.tmp')]
  await writeFile(half, JSON.stringify(kept), { mode: 0o600 })
  await rename(half, file)
}
