import { setTimeout as pause } from 'node:timers/promises'
import { LogConflict } from '@convene/engine'
import type { DatabaseConnection, PostgresDatabase } from '../database/database.ts'
import { isCrowded, isCutOff } from '../database/failure.ts'
import { appendStatement, arrived, type PostgresAppend } from './append.ts'
import { Stopwatch, type Timings } from './timings.ts'

/** Runs in the same transaction as the appends that were stored. */
export type Alongside = (connection: DatabaseConnection, stored: readonly PostgresAppend[]) => Promise<void>

export type GroupCommitOptions = {
  readonly database: PostgresDatabase
  readonly writer: string
  readonly patienceMs: number
  /** Appends that need something else stored with them, and how. */
  readonly alongside?: { wanted(append: PostgresAppend): boolean; store: Alongside }
}

export type PostgresGroupCommit = {
  /** Resolves when the append is durable. Rejects with `Conflict` or `StorageFailure`. */
  submit(append: PostgresAppend): Promise<void>
  drained(): Promise<void>
  readonly commits: number
  /** How long appends took, from submission until they were durable. */
  readonly appends: Timings
}

type Waiting = {
  readonly append: PostgresAppend
  readonly until: number
  isAlone: boolean
  tries: number
  settle(refusal?: unknown): void
}

const MOST_EVENTS = 500

/**
 * All appends that wait while a commit is in progress share the next one. An append that cannot be stored does not
 * affect the rest.
 */
export function postgresGroupCommit(options: GroupCommitOptions): PostgresGroupCommit {
  let queue: Waiting[] = []
  let flushing: Promise<void> | undefined
  let commits = 0
  const appends = new Stopwatch()

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const group = takeGroup(queue)
      queue = queue.filter((waiting) => !group.includes(waiting))
      commits += 1
      queue = [...(await commit(options, group)), ...queue]
    }
    flushing = undefined
  }

  return {
    submit: (append) =>
      new Promise<void>((resolve, reject) => {
        const began = performance.now()
        const settle = (refusal?: unknown) => {
          if (refusal !== undefined) return reject(refusal)
          appends.add(performance.now() - began)
          resolve()
        }
        const until = began + options.patienceMs
        queue.push({ append, until, isAlone: false, tries: 0, settle })
        flushing ??= Promise.resolve().then(flush)
      }),
    drained: async () => flushing,
    appends,
    get commits() {
      return commits
    },
  }
}

/** Each session once, to keep the order of its appends. */
function takeGroup(queue: readonly Waiting[]): readonly Waiting[] {
  const [first] = queue
  if (!first || first.isAlone) return queue.slice(0, 1)
  const sessions = new Set<string>()
  let events = 0
  return queue.filter(({ append, isAlone }) => {
    const isTaken = sessions.has(append.session)
    sessions.add(append.session)
    events += append.seq - append.expectedSeq
    return !isTaken && !isAlone && (events <= MOST_EVENTS || append === first.append)
  })
}

/** Returns the appends that must be retried. */
async function commit(options: GroupCommitOptions, group: readonly Waiting[]): Promise<readonly Waiting[]> {
  try {
    const stored = await store(options, group)
    for (const { append, settle } of group) settle(stored.has(append.token) ? undefined : conflict(append))
    return []
  } catch (error) {
    return after(error, options, group)
  }
}

/** The tokens of the appends that are in the log now. */
async function store({ database, writer, alongside }: GroupCommitOptions, group: readonly Waiting[]) {
  const appends = group.map(({ append }) => append)
  const statement = appendStatement(writer, appends)
  const work = async (connection: DatabaseConnection): Promise<ReadonlySet<string>> => {
    const ids = new Set((await connection.run<{ id: string }>(statement)).map(({ id }) => id))
    const stored = appends.filter(({ session }) => ids.has(session))
    const wanted = stored.filter((append) => alongside?.wanted(append))
    if (wanted.length > 0) await alongside?.store(connection, wanted)
    // It may have arrived earlier with its answer lost: only the log knows.
    const missing = appends.filter(({ session }) => !ids.has(session))
    const before = missing.length > 0 ? await arrived(connection, missing) : []
    return new Set([...stored.map(({ token }) => token), ...before])
  }
  return appends.some((append) => alongside?.wanted(append)) ? database.atomically(work) : database.once(work)
}

async function after(
  error: unknown,
  { database }: GroupCommitOptions,
  group: readonly Waiting[],
): Promise<readonly Waiting[]> {
  const [cut, crowded] = [isCutOff(error), isCrowded(error)]
  if (!cut && !crowded && group.length > 1) {
    for (const waiting of group) waiting.isAlone = true
    return group
  }
  for (const waiting of group) waiting.tries += 1
  const late = group.filter(({ until }) => (!cut && !crowded) || performance.now() > until)
  for (const { settle } of late) settle(database.explain(error))
  const rest = group.filter((waiting) => !late.includes(waiting))
  if (rest.length > 0)
    await pause(Math.min(500, 5 * 2 ** Math.max(...rest.map(({ tries }) => tries))) * (0.5 + Math.random()))
  return rest
}

const conflict = ({ session, expectedSeq }: PostgresAppend): LogConflict =>
  new LogConflict(`Session ${session} is not at ${expectedSeq}.`)
