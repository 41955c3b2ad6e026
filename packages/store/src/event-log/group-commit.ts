import { LogConflict, StorageFailure } from '@convene/engine'
import type { Database } from './database.ts'
import { refuseMoved } from './file-identity.ts'
import { noteDamage } from './health.ts'
import { isDatabaseBusy, storageFailure } from './storage-failure.ts'

/** One write. `apply` throws `Conflict` or `StorageFailure` before it writes anything, or not at all. */
export type Job = { readonly size: number; apply(): void }

export type GroupCommit = {
  /** Resolves when the job is durable. */
  submit(job: Job): Promise<void>
  /** Resolves when nothing is pending. */
  drained(): Promise<void>
  readonly commits: number
}

type Waiting = {
  readonly job: Job
  readonly since: number
  alone: boolean
  settle(refusal?: unknown): void
}

/** A commit of 3,000 events blocked the event loop for 70 ms and more. */
const mostEvents = 500
const patienceMs = 30_000

/**
 * All jobs submitted in one turn of the event loop share one transaction and so one disk sync. A single job never waits
 * for others. A job that cannot be stored does not affect the rest: a group that fails is retried job by job.
 */
export function groupCommit(database: Database): GroupCommit {
  let queue: Waiting[] = []
  let scheduled = false
  let commits = 0

  function flush(): void {
    scheduled = false
    const group = takeGroup(queue)
    const outcome = tryCommit(database, group)
    if (outcome === 'settled') {
      queue = queue.slice(group.length)
      commits += 1
    }
    if (queue.length > 0) schedule(outcome)
  }

  function schedule(outcome: Outcome): void {
    if (scheduled) return
    scheduled = true
    if (outcome === 'busy') setTimeout(flush, 1 + Math.random() * 20)
    else setImmediate(flush)
  }

  const submit = (job: Job) =>
    new Promise<void>((resolve, reject) => {
      const settle = (refusal?: unknown) => (refusal === undefined ? resolve() : reject(refusal))
      queue.push({ job, since: performance.now(), alone: false, settle })
      schedule('settled')
    })

  return {
    submit,
    drained: () => (queue.length === 0 ? Promise.resolve() : submit({ size: 0, apply: () => {} })),
    get commits() {
      return commits
    },
  }
}

/** `split`: retry the group one by one. */
type Outcome = 'settled' | 'busy' | 'split'

function tryCommit(database: Database, group: readonly Waiting[]): Outcome {
  try {
    const refusals = commit(database, group)
    for (const [index, waiting] of group.entries()) waiting.settle(refusals[index])
    return 'settled'
  } catch (error) {
    rollBack(database)
    return takeBack(database, group, error)
  }
}

function takeBack({ path }: Database, group: readonly Waiting[], error: unknown): Outcome {
  const [first] = group
  if (isDatabaseBusy(error) && first && performance.now() - first.since < patienceMs) return 'busy'
  for (const waiting of group) waiting.alone = true
  if (group.length > 1) return 'split'
  const failure = storageFailure(error)
  noteDamage(path, failure)
  first?.settle(failure ?? error)
  return 'settled'
}

function takeGroup(queue: readonly Waiting[]): readonly Waiting[] {
  let events = 0
  const end = queue.findIndex((waiting, index) => {
    events += waiting.job.size
    return index > 0 && (events > mostEvents || waiting.alone || queue[0]?.alone === true)
  })
  return end === -1 ? queue : queue.slice(0, end)
}

function commit(database: Database, group: readonly Waiting[]): readonly unknown[] {
  refuseMoved(database)
  database.run('BEGIN IMMEDIATE')
  const refusals = group.map(({ job }) => refusalOf(job))
  database.run('COMMIT')
  return refusals
}

function refusalOf(job: Job): unknown {
  try {
    job.apply()
    return undefined
  } catch (error) {
    if (error instanceof LogConflict || error instanceof StorageFailure) return error
    throw error
  }
}

function rollBack(database: Database): void {
  try {
    if (database.connection.isTransaction) database.run('ROLLBACK')
  } catch {
    // SQLite has already rolled back, and the commit reports the failure.
  }
}
