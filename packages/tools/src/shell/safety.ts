import { posix } from 'node:path'
import type { ShellArgument } from './argument.ts'

/** Where a line runs: every folder it may be in after its own `cd`s, and the user's home folder. */
export type Whereabouts = { readonly folders: readonly string[]; readonly home: string }

const top = 'bin boot dev etc home lib lib32 lib64 opt proc root sbin srv sys usr var Users System Library Applications'
const system = new Set(['/', ...top.split(' ').map((name) => `/${name}`)])

const accounts =
  /^\/etc\/(passwd|shadow|group|gshadow|sudoers|sudoers\.d(\/.*)?|ld\.so\.preload|fstab|crypttab|pam\.d(\/.*)?)-?$/
const kernel =
  /^\/proc\/(sysrq-trigger|sys\/kernel\/core_pattern|sys\/kernel\/modprobe)$|^\/sys\/.*(reset|remove|uevent_helper)$/
export const harmless =
  /^\/dev\/(null|zero|full|stdin|stdout|stderr|tty|ptmx|random|urandom|fd\/\d+|pts\/\d+|shm(\/.*)?|tcp\/.*|udp\/.*)$/

/** Why this must never run, no matter what the rules say. Undefined if the rules decide. */
export function destroys(name: string, args: readonly ShellArgument[], where: Whereabouts): string | undefined {
  const words = args.map(({ text }) => text)
  if (/^(mkfs(\..*)?|mke2fs|mkswap|mkdosfs|wipefs|blkdiscard)$/.test(name) && words.length > 0) return 'formats a disk'
  if (name === 'rm' || name === 'rmdir' || name === 'unlink' || name === 'shred') return removal(words, where)
  if (/^(chmod|chown|chgrp|chattr|setfacl)$/.test(name) && isRecursive(words) && reachesSystem(words, where))
    return 'changes who may use the whole system'
  if (name === 'find' && words.includes('-delete') && reachesSystem(beforeTests(words), where))
    return 'removes the whole system'
  if (name === 'kill' && words.includes('-1') && words.at(-1) === '-1' && words.length > 1) return 'ends every process'
  if (name === 'mv' && reachesSystem(words.slice(0, -1), where)) return 'moves the system away'
  if (name === 'dd')
    return firstReason(
      words.filter((word) => word.startsWith('of=')).map((word) => word.slice(3)),
      where,
    )
  return writers.test(name) ? firstReason(words, where) : undefined
}

const writers =
  /^(tee|cp|mv|install|ln|truncate|shred|sed|ed|ex|vim?|nvim|nano|fdisk|sfdisk|cfdisk|gdisk|sgdisk|parted|hdparm|badblocks|cryptsetup|sponge|rm|unlink|swapoff|nvme|pvcreate|zpool)$/

/** Why this path must never be written. */
export function protects(path: string, where: Whereabouts): string | undefined {
  for (const full of resolveIn(path, where)) {
    if (full.startsWith('/dev/') && !harmless.test(full)) return 'writes to a device'
    if (accounts.test(full)) return 'overwrites the accounts of this machine'
    if (kernel.test(full)) return 'changes the running kernel'
  }
  return undefined
}

const firstReason = (paths: readonly string[], where: Whereabouts): string | undefined =>
  paths.map((path) => (path.startsWith('-') ? undefined : protects(path, where))).find((reason) => reason !== undefined)

function removal(words: readonly string[], where: Whereabouts): string | undefined {
  if (words.some((word) => word.startsWith('--no-p'))) return 'removes the whole system'
  if (isRecursive(words) && reachesSystem(words, where)) return 'removes the whole system'
  return firstReason(words, where)
}

const isRecursive = (words: readonly string[]): boolean =>
  words.some((word) => /^-[A-Za-z]*[rR]/.test(word) || (word.length > 2 && '--recursive'.startsWith(word)))

const beforeTests = (words: readonly string[]): readonly string[] => {
  const end = words.findIndex((word) => word.startsWith('-'))
  return words.slice(0, end < 0 ? words.length : end)
}

/** Whether a word is the root, the home or a system folder, or everything in one of them. */
function reachesSystem(words: readonly string[], where: Whereabouts): boolean {
  return words
    .filter((word) => !word.startsWith('-'))
    .flatMap((word) => resolveIn(word, where))
    .some((full) => system.has(full) || full === where.home || isAbove(full, where.home))
}

const isAbove = (full: string, home: string): boolean => full !== '/' && home.startsWith(`${full}/`)

/** The path in every folder it may be relative to, without a trailing wildcard. */
function resolveIn(path: string, { folders, home }: Whereabouts): readonly string[] {
  const homely = path
    .replace(/^~(root|\w[\w-]*)?(?=\/|$)/, (_, user) => (user === 'root' ? '/root' : home))
    .replace(/^\$(HOME\b|\{HOME\})/, home)
  const everything = homely.replace(/(^|\/)(?=[^/]*[*?[])(?:[*?.]|\[[^\]/]*\])+\/?$/, '$1')
  const bare = everything === '' && path !== '' ? '.' : everything
  return [...new Set(folders.map((folder) => trim(posix.resolve(folder, bare))))]
}

const trim = (path: string): string => path.replace(/^\/+/, '/')
