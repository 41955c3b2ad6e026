type Named = { readonly name: string; readonly slug: string }

/** What logs and lists call a team put together for one run. */
export const UNNAMED = 'ad hoc'

/** Whether this team was put together for one run and is not stored anywhere. */
export const isUnnamed = ({ slug }: Pick<Named, 'slug'>): boolean => slug === 'ad-hoc'

/** A team's name for people, on every screen. */
export const teamText = (team: Named): string => (isUnnamed(team) ? 'No team' : team.name)
