import { lstat, realpath } from 'node:fs/promises'
import path, { dirname, isAbsolute, join, sep } from 'node:path'
import { ok, type Result, refuse, withoutEnd } from '@convene/domain'
import { ownSystem, type System } from '@convene/platform'
import { refuseName } from './refuse-name.ts'

/**
 * Where a path leads, according to the kernel. `base` is the nearest existing folder above it. `inside` is relative to
 * the workspace, with `/`, and undefined if outside.
 */
export type ResolvedPath = {
  readonly asked: string
  readonly real: string
  readonly base: string
  readonly inside: string | undefined
  readonly kind: 'file' | 'folder' | 'nothing'
}

/** Resolves every link on the way. A path to something new is resolved by its nearest existing folder. */
export async function resolvePath(workspace: string, asked: string): Promise<Result<ResolvedPath>> {
  const why = refuseName(asked, ownSystem.name)
  if (why !== undefined) return refuse('path_refused', why)
  // Joined as text: the kernel goes up from a link's target, and so must we.
  const whole = isAbsolute(asked) ? asked : `${workspace}${sep}${asked}`
  if (isVirtual(whole)) return refuse('path_refused', `"${asked}" is not a place for files.`)
  const found = await find(whole, asked)
  if (!found.ok) return found
  const { real, base } = found.value
  if (isVirtual(real)) return refuse('path_refused', `"${asked}" is not a place for files.`)
  const kind = await kindOf(real)
  if (kind === undefined) return refuse('path_refused', `"${asked}" is a device, a pipe or a socket, not a file.`)
  return ok({ asked, real, base, inside: insideOf(workspace, real), kind })
}

/** The path below a folder, component by component: '.' for the folder itself, undefined if it is not below. */
export function insideOf(folder: string, file: string, on: typeof path.posix = path): string | undefined {
  const below = on.relative(folder, file)
  if (below === '') return '.'
  if (below === '..' || below.startsWith(`..${on.sep}`) || on.isAbsolute(below)) return undefined
  return below.split(on.sep).join('/')
}

/**
 * These contain no files that people wrote. Reading some of them blocks forever, and writing some changes the machine.
 */
export const isVirtual = (path: string, { hasVirtualFolders }: System = ownSystem): boolean =>
  hasVirtualFolders && /^\/+(proc|sys|dev)(\/|$)/.test(path)

type Found = { readonly real: string; readonly base: string }

async function find(path: string, asked: string): Promise<Result<Found>> {
  try {
    const real = await realpath(path)
    return ok({ real, base: dirname(real) })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') return findNew(path, asked)
    return refuse('path_refused', whyNot(code, asked))
  }
}

async function findNew(path: string, asked: string): Promise<Result<Found>> {
  const trimmed = withoutEnd(path, '/\\')
  const { cut, name } = lastName(trimmed)
  if (cut < 0 || name === '') return refuse('path_refused', `"${asked}" does not exist.`)
  if (name === '..' || name === '.')
    return refuse('path_refused', `"${asked}" passes through a folder that does not exist.`)
  if (await exists(trimmed)) return refuse('path_refused', `"${asked}" is or contains a broken link.`)
  const folder = trimmed.slice(0, cut) || '/'
  const above = await find(folder, asked)
  if (!above.ok) return above
  const isThere = await exists(above.value.real)
  return ok({ real: join(above.value.real, name), base: isThere ? above.value.real : above.value.base })
}

/** The last name of a path, and where its separator is. On Unix, a name may contain a backslash. */
export function lastName(path: string, system: System = ownSystem): { readonly cut: number; readonly name: string } {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf(system.path.sep))
  return { cut, name: path.slice(cut + 1) }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function kindOf(real: string): Promise<ResolvedPath['kind'] | undefined> {
  const stat = await lstat(real).catch(() => undefined)
  if (!stat) return 'nothing'
  if (stat.isFile()) return 'file'
  return stat.isDirectory() ? 'folder' : undefined
}

function whyNot(code: string | undefined, asked: string): string {
  if (code === 'ELOOP') return `"${asked}" contains a circular link.`
  if (code === 'ENOTDIR') return `"${asked}" uses a file as a folder.`
  if (code === 'EACCES' || code === 'EPERM') return `The system denies access to "${asked}".`
  if (code === 'ENAMETOOLONG') return `"${asked}" is longer than the file system allows.`
  return `"${asked}" cannot be resolved (${code ?? 'unknown reason'}).`
}
