/** In ascending order: each role may do what the ones before it may. */
export const spaceRoles = ['viewer', 'member', 'approver', 'admin'] as const

export type SpaceRole = (typeof spaceRoles)[number]

export const isRoleAtLeast = (role: SpaceRole, least: SpaceRole): boolean =>
  spaceRoles.indexOf(role) >= spaceRoles.indexOf(least)

/** The higher of two roles. */
export const higherRole = (one: SpaceRole, other: SpaceRole): SpaceRole => (isRoleAtLeast(one, other) ? one : other)
