/** What a team server process does: answer people, work on sessions, or both. */
export const serverRoles = ['web', 'worker', 'all'] as const

export type ServerRole = (typeof serverRoles)[number]

export const answersPeople = (role: ServerRole): boolean => role !== 'worker'

export const worksOnSessions = (role: ServerRole): boolean => role !== 'web'
