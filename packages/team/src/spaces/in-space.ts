import { ok } from '@convene/domain'
import type { EventLog } from '@convene/engine'
import type { Program, ProgramStore } from '@convene/host'
import { NO_FOLDER, once } from '@convene/host'
import type { SignedInCaller } from '../accounts/account/account.ts'
import type { Accounts } from '../accounts/account/accounts.ts'
import type { SpaceKeys } from '../accounts/keys/space-keys.ts'
import type { Presence } from '../accounts/presence/presence.ts'
import { isRepositoryName } from '../clones/repository-name.ts'
import type { PostgresStore } from '../postgres/open-store.ts'
import type { TeamProgram } from '../program.ts'
import { engineInSpace } from './engine-in-space.ts'
import { refuseFolder, spaceFolders } from './folders.ts'
import { repositoriesOf } from './repositories.ts'
import { checkOutRepository } from './repository-checkout.ts'
import { withSpaceKeys } from './with-space-keys.ts'

/** Space logs by their store. Shared, so that sessions are cached only once. */
const logs = new WeakMap<object, Map<string, EventLog>>()

/**
 * The program as one person in one space may use it. Everything it can reach is bound to the space: there is no way
 * from here to the whole store. Only for programs whose sessions are in Postgres.
 */
export function inSpace(program: TeamProgram, caller: SignedInCaller): Program {
  const store = once(async () => storeOf(await program.team(), caller.space))
  const engine = once(async () => {
    const { log, accounts, clones } = await program.team()
    return engineInSpace({
      engine: await program.engine(),
      log: (await store()).log,
      caller,
      place: (session) => log.place(session, caller.space),
      carry: (from, to) => clones.copy(from, to),
      // A deleted space gets the strictest setting.
      space: async () => (await accounts.space(caller.space)) ?? { fourEyes: true },
    })
  })
  const keys = async () => (await program.team()).spaceKeys.of(caller.space)
  const folders: NonNullable<Program['folders']> = {
    list: () => spaceFolders(program, caller.space),
    refuse: (path) => refuseFolder(program, caller.space, path),
    isRepository: isRepositoryName,
    repositories: () => repositoriesOf(program, caller.space),
    at: async (wish) => {
      const look = await checkOutRepository(program, caller.space, wish)
      if (!look.ok) return look
      return ok({ ...bound(program.at(look.value.folder)), repository: look.value.name })
    },
  }
  const bound = (place: Program): Program => ({
    ...place,
    folders,
    store,
    engine,
    withKeys: async () => withSpaceKeys(await place.withKeys(), await keys()),
    withStandIns: async () => ({ ...(await place.withStandIns()), ...standIns((await keys()).keys) }),
    tools: () => place.tools(),
    at: (workspace) => bound(place.at(folders.refuse(workspace) ? NO_FOLDER : workspace)),
  })
  return {
    ...bound(program.at(NO_FOLDER)),
    // Computed each time, because the settings may change.
    get workspace() {
      return folders.list()[0] ?? NO_FOLDER
    },
  }
}

/** For previews, which do not need the keys themselves. */
const standIns = (keys: { readonly [variable: string]: string }) =>
  Object.fromEntries(Object.entries(keys).map(([variable, value]) => [variable, value && 'kept']))

/** Provider keys of its spaces. */
export const spaceKeysOf = async (program: TeamProgram): Promise<SpaceKeys> => (await program.team()).spaceKeys

/** What the people of a server see of each other. */
export const togetherOf = async (program: TeamProgram): Promise<Presence> => (await program.team()).together

/** People and spaces of a team server. */
export const accountsOf = async (program: TeamProgram): Promise<Accounts> => (await program.team()).accounts

function storeOf(team: PostgresStore, space: string): ProgramStore {
  const { webhooks, ownership, notices } = team
  const log = logOf(team, space)
  // Each part by name: what a store gains later is not reachable from here until it is bound explicitly.
  return {
    ...{ webhooks, ownership, notices, log },
    trash: team.trash.inSpace(space),
    blobs: team.blobs.inSpace(space),
    work: {
      start() {
        throw new Error('work is not handed out to a space')
      },
    },
    close: async () => undefined,
  }
}

function logOf(team: PostgresStore, space: string): EventLog {
  const known = logs.get(team) ?? new Map<string, EventLog>()
  logs.set(team, known)
  const log = known.get(space) ?? team.log.inSpace(space)
  known.set(space, log)
  return log
}
