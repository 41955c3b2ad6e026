import { type OpenProgram, once, openProgram, type Program, type ProgramOptions } from '@convene/host'
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from './postgres/open-store.ts'
import { boundsOfNobody, folderBoundsOf } from './spaces/bounds.ts'
import { clones } from './spaces/clones.ts'
import { inOwnFolders } from './spaces/own-folders.ts'
import { withSpaceKeys } from './spaces/with-space-keys.ts'

/** A program whose sessions are in Postgres, and everything else that is there. */
export type TeamProgram = Program & { team(): Promise<PostgresStore> }

export type TeamProgramOptions = Omit<ProgramOptions, 'shared'> & { readonly database: PostgresStoreOptions }

/** Opens a program that shares its sessions with others. The database is opened on first use. */
export function openTeamProgram({ database, ...options }: TeamProgramOptions): OpenProgram & {
  readonly program: TeamProgram
} {
  const { home, workspace, environment } = options
  const server = { home, workspace, environment }
  const team = once(() => openPostgresStore(database))
  const { program, close } = openProgram({
    ...options,
    shared: {
      boundsOfNobody: () => boundsOfNobody(server),
      open: async (telemetry) => {
        const store = await team()
        const { log, ownership, blobs, trash, webhooks, work, notices } = store
        const { elsewhere, budgets, circuits, outputs } = store
        const own = clones({ ...server, team: store, telemetry })
        return {
          ...{ log, ownership, blobs, trash, webhooks, work, notices },
          close: () => store.close(),
          shared: {
            ...{ elsewhere, budgets, circuits, outputs },
            withKeysOf: async (session, own) => withSpaceKeys(own, await store.spaceKeys.ofSession(session)),
            place: (session, space) => log.place(session, space),
            absentHostOf: (session) => store.absentHostOf(session),
            boundsOf: (session) => folderBoundsOf(server, store, session),
            inOwnFolders: (ports) => inOwnFolders(ports, own),
            finish: () => own.close(),
          },
        }
      },
    },
  })
  return { program: { ...program, team }, close }
}
