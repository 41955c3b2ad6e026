/** In ascending order: each role may do what the ones before it may. */
export const roles = ['viewer', 'member', 'approver', 'admin'] as const

export type Role = (typeof roles)[number]

export const isAtLeast = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)

/** The higher of two roles. */
export const higherRole = (one: Role, other: Role): Role => (isAtLeast(one, other) ? one : other)
