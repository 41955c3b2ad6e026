import { mkdir, readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ok, type Result, refuse } from '@convene/domain'
import { type Environment, type GitCall, type Override, runGit } from '@convene/platform'
import { isCommit, type WantedRepository } from './repository-name.ts'

/** Where a repository comes from. The token is sent only to this address, and never put in a file or an argument. */
export type CloneSource = {
  readonly url: string
  readonly token?: string | undefined
  readonly environment: Environment
}

export type CloneLimits = { readonly packBytes: number; readonly treeBytes: number; readonly files: number }

export const cloneLimits: CloneLimits = { packBytes: 500_000_000, treeBytes: 2_000_000_000, files: 200_000 }

const FETCH_MS = 300_000
const LOOK_MS = 250
const LIST_BYTES = 100_000_000

/** How to reach the network is up to the machine, not the repository. */
const connecting = ['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'SSL_CERT_FILE', 'SSL_CERT_DIR']

/** One address over one protocol: no redirect, no other transport, no other credential. */
export function reaching({ url, token, environment }: CloneSource): Pick<GitCall, 'overrides' | 'variables'> {
  const protocol = new URL(url).protocol.slice(0, -1)
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  const overrides: readonly Override[] = [
    [`protocol.${protocol}.allow`, 'always'],
    ['http.followRedirects', 'false'],
    ['http.lowSpeedLimit', '1000'],
    ['http.lowSpeedTime', '60'],
    ['transfer.fsckObjects', 'true'],
    ...(token ? [[`http.${url}.extraHeader`, `Authorization: Basic ${basic}`] as const] : []),
  ]
  const through = connecting.flatMap((name) => (environment[name] ? [[name, environment[name]] as const] : []))
  return { overrides, variables: { ...Object.fromEntries(through), GIT_ALLOW_PROTOCOL: protocol } }
}

/** The commit that a branch, a tag or `HEAD` currently points to. */
export async function resolveRef(source: CloneSource, { ref }: WantedRepository): Promise<Result<string>> {
  if (isCommit(ref)) return ok(ref)
  const wanted = ref === 'HEAD' ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`, `refs/tags/${ref}^{}`]
  const args = ['ls-remote', '--quiet', '--end-of-options', source.url, ...wanted]
  const said = await runGit({ args, folder: resolve('/'), ...reaching(source), timeoutMs: 60_000, maxBytes: 1_000_000 })
  if (!said.ok) return unreached(source, said.refusal.message)
  const found = said.value
    .toString()
    .split('\n')
    .map((line) => line.split('\t') as [string, string?])
  // An annotated tag is a separate object. The commit behind it is listed with `^{}`.
  const [commit] = found.findLast(([id, name]) => isCommit(id) && name !== undefined && wanted.includes(name)) ?? []
  return commit ? ok(commit) : refuse('unknown_commit', `${source.url} has no branch or tag "${ref}".`)
}

/**
 * Fetches one commit without its history into a new folder, and checks it out. No submodules, hooks or filters: it is
 * only files. What exceeds the limits is not fetched, or not unpacked.
 */
export async function fetchCommit(
  source: CloneSource,
  commit: string,
  folder: string,
  { limits = cloneLimits, links = true }: { readonly limits?: CloneLimits; readonly links?: boolean } = {},
): Promise<Result<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const variables = { GIT_DIR: join(folder, '.git'), GIT_WORK_TREE: folder }
  const plain: readonly Override[] = links ? [] : [['core.symlinks', 'false']]
  const git = (args: readonly string[]) =>
    runGit({ args, folder, variables, overrides: plain, maxBytes: LIST_BYTES, timeoutMs: FETCH_MS })
  const begun = await git(['init', '--quiet', '--template=', '--initial-branch=convene'])
  if (!begun.ok) return begun
  const fetched = await fetchWithin(source, commit, { folder, variables }, limits)
  if (!fetched.ok) return fetched
  const listed = await git(['ls-tree', '-r', '-l', '-z', commit])
  const large = listed.ok ? refuseLarge(listed.value, limits) : listed
  if (large && !large.ok) return large
  const named = await git(['update-ref', 'refs/heads/convene', commit])
  const out = named.ok ? await git(['read-tree', '-u', '--reset', commit]) : named
  return out.ok ? ok(undefined) : out
}

type Into = Pick<GitCall, 'folder' | 'variables'>

async function fetchWithin(
  source: CloneSource,
  commit: string,
  into: Into,
  limits: CloneLimits,
): Promise<Result<void>> {
  const { overrides, variables } = reaching(source)
  const tooMuch = new AbortController()
  const packs = join(into.folder, '.git', 'objects', 'pack')
  const looks = setInterval(() => {
    void bytesIn(packs).then((bytes) => bytes > limits.packBytes && tooMuch.abort())
  }, LOOK_MS)
  const args = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--end-of-options', source.url]
  const fetched = await runGit({
    ...{ args: [...args, commit], folder: into.folder, signal: tooMuch.signal, timeoutMs: FETCH_MS },
    ...{ overrides: overrides ?? [], variables: { ...into.variables, ...variables } },
  }).finally(() => clearInterval(looks))
  if (tooMuch.signal.aborted || (await bytesIn(packs)) > limits.packBytes)
    return refuse('too_large', `${source.url} has more than ${megabytes(limits.packBytes)} at this commit.`)
  return fetched.ok ? ok(undefined) : unreached(source, fetched.refusal.message)
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch((): string[] => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A small pack can hold files of any size. */
function refuseLarge(listed: Buffer, limits: CloneLimits): Result<never> | undefined {
  const sizes = listed
    .toString('latin1')
    .split('\0')
    .flatMap((line) => /^\d+ blob [0-9a-f]+ +(\d+)\t/u.exec(line)?.[1] ?? [])
  const bytes = sizes.reduce((sum, size) => sum + Number(size), 0)
  if (bytes > limits.treeBytes) return refuse('too_large', `Its files have more than ${megabytes(limits.treeBytes)}.`)
  if (sizes.length > limits.files) return refuse('too_large', `It has more than ${limits.files} files.`)
  return undefined
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`

const unreached = ({ url }: CloneSource, said: string): Result<never> =>
  refuse('not_cloned', `${url} could not be read: ${said}`)
