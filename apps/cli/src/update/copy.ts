import { join, sep } from 'node:path'

/** How an installed copy was installed, which decides how it is updated. */
export type InstalledWay = 'global' | 'debian' | 'npx' | 'project' | 'image'

/** An installed copy: its package and where it is. */
export type Installed = {
  readonly kind: InstalledWay
  readonly folder: string
  readonly name: string
  readonly version: string
}

/** The kind of an npm or Debian copy in `folder`. `globalRoot` is npm's folder for this user's commands, if known. */
export function copyOf(folder: string, globalRoot: string | undefined, name: string): InstalledWay {
  if (folder === '/usr/lib/convene') return 'debian'
  if (folder.split(sep).includes('_npx')) return 'npx'
  return globalRoot !== undefined && folder === join(globalRoot, name) ? 'global' : 'project'
}

/** The command that updates a copy. `convene update` itself updates a global package. */
export const wayOf = (kind: InstalledWay, name: string, version: string): string =>
  ({
    global: `npm install --global ${name}@${version}`,
    project: `npm install ${name}@${version}`,
    npx: `npx ${name}@${version}`,
    image: `build the image of ${version} and start a new container. Images are replaced, not updated`,
    debian: `download convene_${version} for this machine, check its signature, and install it with apt`,
  })[kind]

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/u

/** A registry may answer anything, so only a well-formed version counts. */
export const isVersion = (text: string): boolean => text.length <= 60 && VERSION.test(text)

/** Whether the first version comes after the second. A version with a suffix comes before the one without. */
export function isNewerVersion(one: string, other: string): boolean {
  const [left, right] = [VERSION.exec(one), VERSION.exec(other)]
  if (!left || !right) return false
  for (const part of [1, 2, 3]) {
    const difference = Number(left[part]) - Number(right[part])
    if (difference !== 0) return difference > 0
  }
  if (left[4] === undefined || right[4] === undefined) return left[4] === undefined && right[4] !== undefined
  return left[4].localeCompare(right[4], 'en', { numeric: true }) > 0
}
