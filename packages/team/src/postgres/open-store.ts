import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { createDomain, type Event, foldFor, type SessionId } from '@convene/domain'
import {
  type Budgets,
  type CircuitBreakers,
  StorageFailure,
  type TextElsewhere,
  type WebhookState,
  type Work,
} from '@convene/engine'
import type { Accounts } from '../accounts/account/accounts.ts'
import type { SpaceKeys } from '../accounts/keys/space-keys.ts'
import type { Presence } from '../accounts/presence/presence.ts'
import { postgresAccounts } from './accounts/postgres-accounts.ts'
import { type ObjectStore, type ObjectStoreOptions, objectStore } from './blobs/object-store.ts'
import { type PostgresBlobs, postgresBlobs } from './blobs/postgres-blobs.ts'
import { type PostgresOutputs, postgresOutputs } from './blobs/postgres-outputs.ts'
import { postgresBudgets, settleBudget } from './budgets/postgres-budgets.ts'
import { postgresCircuits } from './circuits/postgres-circuits.ts'
import { cleanUp } from './cleanup/clean-up.ts'
import { type PostgresClones, postgresClones } from './clones/postgres-clones.ts'
import { postgresDatabase as databaseAt, type PostgresDatabase } from './database/database.ts'
import { prepareDatabase } from './database/migrate.ts'
import type { PostgresAppend } from './event-log/append.ts'
import {
  type PostgresEventLog,
  type PostgresEventLogOptions,
  postgresEventLog,
} from './event-log/postgres-event-log.ts'
import type { Timings } from './event-log/timings.ts'
import { postgresSpaceKeys } from './keys/postgres-space-keys.ts'
import { type Passes, passesOf } from './live-text/pass.ts'
import { textElsewhere } from './live-text/text-elsewhere.ts'
import { PostgresOwnership } from './ownership/postgres-ownership.ts'
import { keepMentions, postgresPresence } from './presence/postgres-presence.ts'
import { type PostgresTrash, postgresTrash } from './trash/postgres-trash.ts'
import { postgresWebhooks } from './webhooks/postgres-webhooks.ts'
import { type JobCounts, Jobs } from './work/jobs.ts'
import { bossOn, prepareQueue } from './work/queue.ts'
import { Pump, type PumpOptions } from './workers/pump.ts'
import { absentHostOf, joinWorkers, type Worker } from './workers/workers.ts'

export type PostgresStoreOptions = {
  readonly url: string
  /** How many sessions this process works on at once. 0: none, workers do it. */
  readonly capacity: number
  /** What this version of the program can read. Tests set it to simulate servers of two versions. */
  readonly reads?: Reads
  /** Sessions created here run only on this machine, because their folders are here. */
  readonly ownFolders?: boolean
  /** This machine's name. Tests set another one. */
  readonly host?: string
  /** Updates an older database. */
  readonly migrate?: boolean
  /** The bucket for large files. Without one, they are in Postgres too. */
  readonly objects?: ObjectStoreOptions | undefined
  /** Encrypts the provider keys of spaces: 64 hexadecimal digits. */
  readonly secretKey?: string | undefined
}

/** All session data in a Postgres database, and the work that has to be done on it. */
export type PostgresStore = {
  readonly database: PostgresDatabase
  readonly log: PostgresEventLog
  readonly ownership: PostgresOwnership
  readonly blobs: PostgresBlobs
  /** People, spaces and roles. */
  readonly accounts: Accounts
  /** Who looks at a session, and who was mentioned. */
  readonly together: Presence
  /** Provider keys of spaces. */
  readonly spaceKeys: SpaceKeys
  /** What spaces may spend. */
  readonly budgets: Budgets
  /** Which providers are down, for all servers. */
  readonly circuits: CircuitBreakers
  readonly outputs: PostgresOutputs
  readonly clones: PostgresClones
  readonly trash: PostgresTrash
  readonly webhooks: WebhookState
  readonly notices: readonly string[]
  /** Rejects if the database does not answer soon. */
  answers(): Promise<void>
  counts(): Promise<JobCounts>
  /** What this process has done since it started. */
  readonly done: StoreActivity
  readonly work: Work
  /** Removes data that nobody can use any more. One server does it at a time. */
  cleanUp(now: number): Promise<'done' | 'left to another'>
  /** Live text of sessions that other servers work on. */
  readonly elsewhere: TextElsewhere
  /** Proof that a call comes from another server on this database. */
  readonly passes: Passes
  /** Makes this process known to the other servers, until it closes. */
  join(worker: Pick<Worker, 'address' | 'version'>): Promise<void>
  /** The machine that a session waits for. Undefined if it waits for none, or if a worker is running there. */
  absentHostOf(session: SessionId): Promise<string | undefined>
  close(): Promise<void>
}

export type StoreActivity = { readonly commits: number; readonly appends: Timings; readonly takeOvers: number }

/** A server cannot read events that need a newer fold than its own. */
type Reads = { readonly fold: number; foldFor(events: readonly Event[]): number }

const ownReads: Reads = { fold: Number(createDomain().version), foldFor }

/** Opens a database, and sets it up if it is empty. Throws a `StorageFailure` that says what to do. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, capacity, migrate = false, reads = ownReads, host = hostname(), ownFolders = false } = options
  const database = databaseAt({ url, connections: 10 })
  try {
    await prepareDatabase(database, { migrate, also: () => prepareQueue(database) })
    const beside = besideTheLog(database, await objectsOf(database, options), options.secretKey)
    return await opened(database, { capacity, reads, host, ownFolders }, beside)
  } catch (error) {
    await database.close()
    throw database.explain(error)
  }
}

/** A server without the bucket would treat its contents as lost. */
async function objectsOf(
  database: PostgresDatabase,
  { objects }: PostgresStoreOptions,
): Promise<ObjectStore | undefined> {
  if (objects) return objectStore(objects)
  const [row] = await database.ask<{ outside: boolean }>({
    text: 'SELECT EXISTS (SELECT FROM blobs WHERE bytes IS NULL) AS outside',
  })
  if (!row?.outside) return undefined
  throw new StorageFailure(
    'no_bucket',
    'Some files of this database are in an object store. Set CONVENE_S3_URL, CONVENE_S3_KEY_ID and CONVENE_S3_SECRET as on the other servers.',
  )
}

type Own = Required<Pick<PostgresStoreOptions, 'capacity' | 'reads' | 'host' | 'ownFolders'>>

async function opened(
  database: PostgresDatabase,
  { capacity, reads, host, ownFolders }: Own,
  beside: BesideTheLog,
): Promise<PostgresStore> {
  const boss = bossOn(database, false)
  await boss.start()
  const id = randomUUID()
  const jobs = new Jobs(boss, database, { id, fold: reads.fold, host })
  const pumps = new Set<Pump>()
  const missed = () => {
    for (const pump of pumps) pump.missed()
  }
  const ownership = new PostgresOwnership({ jobs, capacity, missed })
  const log = await postgresEventLog({
    database,
    foldFor: reads.foldFor,
    ...(ownFolders && { place: host }),
    alongside: alongsideOf(jobs, ownership),
  })
  const servers = await otherServers({
    database,
    ownership,
    log,
    self: { id, host, works: capacity > 0, fold: reads.fold },
  })
  return {
    ...servers,
    database,
    log,
    ownership,
    ...beside,
    notices: [],
    answers: () => database.once(async ({ run }) => void (await run({ text: 'SELECT 1' }))),
    counts: () => jobs.counts(),
    get done() {
      return { commits: log.commits, appends: log.appends, takeOvers: jobs.takeOvers }
    },
    work: workOf({ database, jobs, ownership, now: Date.now }, pumps),
    async close() {
      await Promise.all([...pumps].map((pump) => pump.stop()))
      await log.close()
      await ownership.close()
      await servers.leave()
      await boss.stop({ graceful: false, close: false })
      await database.close()
    },
  }
}

/**
 * What is stored together with appends: jobs for sessions that have something to do, the cost of calls, and mentions.
 */
function alongsideOf(jobs: Jobs, ownership: PostgresOwnership): NonNullable<PostgresEventLogOptions['alongside']> {
  // A session that runs here is checked again when its job ends.
  const needsJob = ({ session, row }: PostgresAppend) => row.moves && !ownership.has(session)
  return {
    wanted: (append) => append.settlement !== undefined || append.namings.length > 0 || needsJob(append),
    async store(connection, stored) {
      const moving = stored.filter(needsJob).map(sessionOf)
      if (moving.length > 0) await jobs.enqueue(connection, moving)
      await settleBudget(connection, stored)
      await keepMentions(connection, stored)
    },
  }
}

type BesideTheLog = Pick<
  PostgresStore,
  | 'accounts'
  | 'together'
  | 'spaceKeys'
  | 'budgets'
  | 'circuits'
  | 'blobs'
  | 'outputs'
  | 'clones'
  | 'trash'
  | 'webhooks'
  | 'cleanUp'
>

function besideTheLog(database: PostgresDatabase, objects: ObjectStore | undefined, secretKey?: string): BesideTheLog {
  const [blobs, trash] = [postgresBlobs(database, objects), postgresTrash(database)]
  return {
    accounts: postgresAccounts({ database, now: Date.now }),
    together: postgresPresence({ database, now: Date.now }),
    spaceKeys: postgresSpaceKeys({ database, now: Date.now, secretKey }),
    budgets: postgresBudgets({ database, now: Date.now }),
    circuits: postgresCircuits(database),
    blobs,
    outputs: postgresOutputs(database, blobs),
    clones: postgresClones(database),
    trash,
    webhooks: postgresWebhooks(database),
    cleanUp: (now) => cleanUp({ database, blobs, trash, now }),
  }
}

const sessionOf = ({ session }: PostgresAppend): SessionId => session

type Servers = Pick<PostgresStore, 'elsewhere' | 'passes' | 'join' | 'absentHostOf'> & { leave(): Promise<void> }
type ServersOptions = Pick<PostgresStore, 'database' | 'log' | 'ownership'> & {
  readonly self: Omit<Worker, 'address' | 'version'>
}

/** How this process and the others find each other. */
async function otherServers({ database, self, ownership, log }: ServersOptions): Promise<Servers> {
  const passes = await passesOf(database, self.id)
  let left = async () => {}
  return {
    passes,
    elsewhere: textElsewhere({ self: self.id, ownerOf: (session) => ownership.ownerOf(session), log, passes }),
    join: async (worker) => {
      left = await joinWorkers(database, { ...self, ...worker })
    },
    absentHostOf: (session) => absentHostOf(database, session),
    leave: () => left(),
  }
}

const workOf = (sources: Omit<PumpOptions, 'run' | 'capacity'>, pumps: Set<Pump>): Work => ({
  start(run, capacity) {
    const pump = new Pump({ ...sources, run, capacity })
    pumps.add(pump)
    return () => void pump.stop().finally(() => pumps.delete(pump))
  },
})
