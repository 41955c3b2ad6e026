import type { Extension } from '@convene/host'
import { checkSharedDatabase } from './commands/check-database.ts'
import { teamServerCommands } from './commands/commands.ts'

export type { SignedInCaller } from './accounts/account/account.ts'
export type { Accounts } from './accounts/account/accounts.ts'
export { type SpaceRole, spaceRoles } from './accounts/account/role.ts'
export { may } from './accounts/role/permissions.ts'
export { secretHash } from './login/login-cookie.ts'
export { OPERATOR } from './people/calling-person.ts'
export { ticketFor } from './people/connect.ts'
export { MOST_STREAMS } from './people/open-streams.ts'
export { openPostgresStore, type PostgresStore } from './postgres/open-store.ts'
export { openTeamProgram, type TeamProgram } from './program.ts'
export { type RunningTeamServer, startTeamServer } from './server/start-team.ts'
export { accountsOf, inSpace } from './spaces/in-space.ts'

export const extension: Extension = {
  commands: teamServerCommands,
  checks: { 'doctor --database': checkSharedDatabase },
}
