/** Where a team or an agent comes from, as people think of it. */
export type Section = 'repo' | 'mine' | 'built-in'

export const sectionNames: Readonly<Record<Section, string>> = {
  repo: 'From this repo',
  mine: 'Mine',
  'built-in': 'Built-in',
}

export const sections: readonly Section[] = ['repo', 'mine', 'built-in']

/** The section of what was read from this kind of place. */
export function sectionOf(source: string): Section {
  if (source === 'built-in') return 'built-in'
  return source === 'user' ? 'mine' : 'repo'
}

/** The section of a file that another one hides. */
export function sectionOfFile(file: string, workspace: string): Section {
  if (/[\\/]built-in[\\/]/u.test(file)) return 'built-in'
  return workspace !== '' && file.startsWith(workspace) ? 'repo' : 'mine'
}

/** Something that is there and is not used, because another one of the same name comes first. */
export type Hidden = { readonly file: string; readonly section: Section; readonly reason: string }

/** A team or an agent with where it was read from, and the files of the same name that it hides. */
export type Listed = { readonly source: string; readonly file: string; readonly shadows: readonly string[] }

/** What each listed thing hides, with why. */
export function hiddenBy(listed: Listed, name: string, workspace: string): readonly Hidden[] {
  const owner = { repo: 'the one of this repo', mine: 'yours', 'built-in': 'the built-in one' }[
    sectionOf(listed.source)
  ]
  return listed.shadows.map((file) => ({
    file,
    section: sectionOfFile(file, workspace),
    reason: `hidden by ${owner}, which is also called ${name}`,
  }))
}
