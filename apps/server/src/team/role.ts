/** What a team server process does: answer people, work on sessions, or both. */
export const roles = ['web', 'worker', 'all'] as const

export type Role = (typeof roles)[number]

export const answersPeople = (role: Role): boolean => role !== 'worker'

export const worksOnSessions = (role: Role): boolean => role !== 'web'
