import { readFileSync, statSync } from 'node:fs'

type MountPoint = { readonly device: string; readonly root: string; readonly at: string }

/** The folder itself, and every path that leads to it through another mount of the same disk. Linux only. */
export function mountAliases(folder: string): readonly string[] {
  const mounts = mountPoints()
  const own = mounts
    .filter(({ at }) => isBelow(at, folder))
    .toSorted((one, other) => other.at.length - one.at.length)[0]
  if (!own) return [folder]
  const onDisk = joined(own.root, folder.slice(own.at === '/' ? 0 : own.at.length))
  const others = mounts
    .filter(({ device, root }) => device === own.device && isBelow(root, onDisk))
    .map(({ root, at }) => joined(at, onDisk.slice(root === '/' ? 0 : root.length)))
  return [...new Set([folder, ...others.filter((path) => isSame(path, folder))])]
}

const isBelow = (folder: string, path: string): boolean =>
  folder === '/' || path === folder || path.startsWith(`${folder}/`)

const joined = (folder: string, rest: string): string => `${folder === '/' ? '' : folder}${rest}` || '/'

function isSame(path: string, folder: string): boolean {
  const [one, other] = [path, folder].map((each) => statSync(each, { throwIfNoEntry: false, bigint: true }))
  return one !== undefined && one.dev === other?.dev && one.ino === other.ino
}

function mountPoints(): readonly MountPoint[] {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, , device, root, at] = line.split(' ')
        return device && root && at ? [{ device, root: plain(root), at: plain(at) }] : []
      })
  } catch {
    return []
  }
}

/** Blanks and backslashes are octal escapes. */
const plain = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
