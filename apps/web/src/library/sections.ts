/** The source of a team or an agent, as users think of it. */
export type LibrarySection = 'repo' | 'mine' | 'built-in'

export const sectionNames: Readonly<Record<LibrarySection, string>> = {
  repo: 'From this repo',
  mine: 'Mine',
  'built-in': 'Built-in',
}

export const librarySections: readonly LibrarySection[] = ['repo', 'mine', 'built-in']

/** The section for a source. */
export function sectionOf(source: string): LibrarySection {
  if (source === 'built-in') return 'built-in'
  return source === 'user' ? 'mine' : 'repo'
}

/** The section for an overridden file. */
export function sectionOfFile(file: string, workspace: string): LibrarySection {
  if (/[\\/]built-in[\\/]/u.test(file)) return 'built-in'
  return workspace !== '' && file.startsWith(workspace) ? 'repo' : 'mine'
}

/** A file that is not used because another one with the same name comes first. */
export type Hidden = { readonly file: string; readonly section: LibrarySection; readonly reason: string }

/** A team or an agent with its source and the files it overrides. */
export type Listed = { readonly source: string; readonly file: string; readonly shadows: readonly string[] }

/** The overridden files of all items, with the reason. */
export function hiddenBy(listed: Listed, name: string, workspace: string): readonly Hidden[] {
  const owner = { repo: 'the one in this repo', mine: 'yours', 'built-in': 'the built-in one' }[
    sectionOf(listed.source)
  ]
  return listed.shadows.map((file) => ({
    file,
    section: sectionOfFile(file, workspace),
    reason: `overridden by ${owner}, also called ${name}`,
  }))
}
