import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, rename, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result } from '@convene/domain'
import { type Environment, removeTree } from '@convene/platform'
import { type CloneSource, fetchCommit, resolveRef } from '../clones/fetch-commit.ts'
import { readRepository, repositoryName, type WantedRepository } from '../clones/repository-name.ts'
import { repositoryIn } from './repositories.ts'

type Server = { readonly home: string; readonly workspace: string; readonly environment: Environment }

/** A copy of a repository to prepare runs with, and the name under which sessions work in it. */
export type RepositoryCheckout = { readonly folder: string; readonly name: string }

/** Each may take some gigabytes. The least recently used one is removed. */
const MOST_LOOKS = 20
const LOOK = 'look-'

/** The commits that branches were last seen at, and when. */
const seen = new Map<string, { readonly commit: string; readonly at: number }>()
/** A page previews a run again at every pause in typing. */
const SEEN_MS = 30_000
const MOST_SEEN = 1_000

const underWay = new Map<string, Promise<Result<void>>>()

/**
 * A repository as the user names it: by a commit, a branch or a tag, which is resolved now so that every worker uses
 * the same commit. For a preview, `recent` is enough: the commit that the branch was at within the last half minute.
 * Links become plain files here: nothing that is read to prepare a run leads out of the copy.
 */
export async function checkOutRepository(
  server: Server,
  space: string,
  wish: CheckoutRequest,
): Promise<Result<RepositoryCheckout>> {
  const wanted = readRepository(wish.repository)
  if (!wanted.ok) return wanted
  const known = repositoryIn(server, space, wanted.value.url)
  if (!known.ok) return known
  const { source } = known.value
  const commit = await commitOf(source, wanted.value, wish.recent ?? false)
  if (!commit.ok) return commit
  const name = repositoryName({ url: source.url, commit: commit.value })
  const clones = join(server.home, 'clones')
  const place = join(clones, `${LOOK}${createHash('sha256').update(name).digest('hex').slice(0, 32)}`)
  const fetching = underWay.get(place) ?? fetched(source, commit.value, place).finally(() => underWay.delete(place))
  underWay.set(place, fetching)
  const made = await fetching
  if (!made.ok) return made
  const now = new Date()
  await utimes(place, now, now).catch(() => undefined)
  await removeOldest(clones)
  return ok({ folder: join(place, 'tree'), name })
}

export type CheckoutRequest = { readonly repository: string; readonly recent?: boolean }

async function commitOf(source: CloneSource, wanted: WantedRepository, recent: boolean): Promise<Result<string>> {
  const key = `${wanted.url}@${wanted.ref}`
  const known = seen.get(key)
  if (recent && known && Date.now() - known.at < SEEN_MS) return ok(known.commit)
  const commit = await resolveRef(source, wanted)
  seen.delete(key)
  if (!commit.ok) return commit
  seen.set(key, { commit: commit.value, at: Date.now() })
  const [oldest] = seen.keys()
  if (seen.size > MOST_SEEN && oldest !== undefined) seen.delete(oldest)
  return commit
}

async function fetched(source: CloneSource, commit: string, place: string): Promise<Result<void>> {
  if (await lstat(place).catch(() => undefined)) return ok(undefined)
  const half = `${place}.${process.pid}.tmp`
  await removeTree(half)
  await mkdir(half, { recursive: true, mode: 0o700 })
  try {
    const done = await fetchCommit(source, commit, join(half, 'tree'), { links: false })
    if (!done.ok) return done
    // Only for reading: no agent works here.
    await removeTree(join(half, 'tree', '.git'))
    await rename(half, place)
    return done
  } finally {
    await removeTree(half)
  }
}

async function removeOldest(clones: string): Promise<void> {
  const names = (await readdir(clones)).filter((name) => name.startsWith(LOOK) && !name.includes('.'))
  if (names.length <= MOST_LOOKS) return
  const times = await Promise.all(
    names.map(async (name) => ({ name, at: (await lstat(join(clones, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  )
  const old = times.toSorted((a, b) => a.at - b.at).slice(0, names.length - MOST_LOOKS)
  for (const { name } of old) await removeTree(join(clones, name)).catch(() => undefined)
}
