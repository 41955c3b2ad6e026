import { slugOf } from '@convene/domain'
import { safeSlug } from '@convene/library'
import { cutTo, withoutMarkdown, withoutPictures } from './plain-text.ts'

/** A slug for each name, in order: all distinct, and none that agents must not have. */
export function slugsFor(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name, index) => {
    const wanted = safeSlug(name, `member-${index + 1}`)
    let slug = wanted
    for (let number = 2; taken.has(slug); number++) slug = `${wanted.slice(0, 45)}-${number}`
    taken.add(slug)
    return slug
  })
}

/** A member's folder: the one that its charter names, or else the one with its name. Only existing folders. */
export function folderOf(
  member: { readonly name: string; readonly charter: string },
  folders: readonly string[],
): string | undefined {
  const named = /(?:^|\/)agents\/([^/\\]+)\/charter\.md$/iu.exec(member.charter.replaceAll('\\', '/'))?.[1]
  const fits = (wanted: string) =>
    folders.find((folder) => folder === wanted) ??
    folders.find((folder) => folder.toLowerCase() === wanted.toLowerCase()) ??
    folders.find((folder) => slugOf(folder) !== '' && slugOf(folder) === slugOf(wanted))
  return (named === undefined ? undefined : fits(named)) ?? fits(member.name)
}

/** A member's name as Squad files can store it, without the team's name before it. */
export function memberName(name: string, team: string): string {
  const prefix = `${team}-`.toLowerCase()
  const isPrefixed = name.toLowerCase().startsWith(prefix) && name.length > prefix.length
  const plain = writableName(isPrefixed ? name.slice(prefix.length) : name).replace(/^[.\s-]+/u, '')
  return cutTo(plain, 50).trim()
}

/** A name as Squad files can store it: plain words, no path. */
export function writableName(name: string): string {
  let plain = name
  // Repeats until nothing more is removed: removing a nested tag leaves another one.
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = withoutPictures(withoutMarkdown(plain)).replace(/[\\/{}|~]+/gu, '-')
  }
  return cutTo(plain, 80).trim()
}

/** The folder for a new member: lower case, with everything else as hyphens, and not an existing one. */
export function newFolder(name: string, taken: readonly string[]): string {
  const wanted = safeSlug(name, 'member')
  let folder = wanted
  for (let number = 2; taken.includes(folder); number++) folder = `${wanted.slice(0, 45)}-${number}`
  return folder
}
