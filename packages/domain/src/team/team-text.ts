type Named = { readonly name: string; readonly slug: string }

/** What logs and lists call a team that was put together for one run. */
export const UNNAMED = 'ad hoc'

/** Whether this team was put together for one run, and is kept nowhere. */
export const isUnnamed = ({ slug }: Pick<Named, 'slug'>): boolean => slug === 'ad-hoc'

/** The name of a team as people read it, on every screen. */
export const teamText = (team: Named): string => (isUnnamed(team) ? 'No team' : team.name)
