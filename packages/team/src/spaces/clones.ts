import { setTimeout as pause } from 'node:timers/promises'
import { ok, type Refusal, type Result, type SessionId } from '@convene/domain'
import type { Environment, FlushingTelemetry } from '@convene/platform'
import { isRepositoryName, readRepositoryName } from '../clones/repository-name.ts'
import { openClone, type SessionClone } from '../clones/session-clone.ts'
import type { PostgresStore } from '../postgres/open-store.ts'
import { refuseFolder } from './folders.ts'
import { type KnownRepository, repositoryIn } from './repositories.ts'

export type ClonesOptions = {
  readonly home: string
  readonly workspace: string
  readonly environment: Environment
  readonly team: Pick<PostgresStore, 'clones'> & { readonly log: Pick<PostgresStore['log'], 'spaceOf'> }
  telemetry(): Promise<Pick<FlushingTelemetry, 'log'>>
}

type At = { readonly session: SessionId; readonly workspace: string }

/** Where a team server's sessions work: in a folder of their space, or in a clone on this machine. */
export type Clones = {
  /** The folder on this machine. A clone is created, and updated to what another worker has stored. */
  place(at: At): Promise<Result<string>>
  /** Stores what has changed in a clone. Returns why it could not be stored, if so. */
  keep(at: At): Promise<Refusal | undefined>
  /** Pushes what was stored but not pushed yet. */
  close(): Promise<void>
}

/** One call per session at a time: otherwise, two calls by its agents would store or fetch the same thing at once. */
export function clones(options: ClonesOptions): Clones {
  const inTurn = turns()
  const { team } = options
  const opened = async (at: At): Promise<Opened> => {
    const repository = readRepositoryName(at.workspace)
    if (!repository) return { ok: false, refusal: badName(at.workspace) }
    const known = repositoryIn(options, (await team.log.spaceOf(at.session)) ?? '', repository.url)
    if (!known.ok) return known
    const clone = await openClone(options.home, at.session, repository, known.value.source)
    return clone.ok ? ok({ clone: clone.value, known: known.value }) : clone
  }
  const pushes = soon((at) => inTurn(at.session, async () => push(options, at, await opened(at))))
  const using = <T>(at: At, work: (opened: Opened) => Promise<T>): Promise<T> =>
    inTurn(at.session, async () => {
      const clone = await opened(at)
      const made = await work(clone)
      if (clone.ok && clone.value.known.push && (await clone.value.clone.isAhead())) pushes.add(at)
      return made
    })
  return {
    async place(at) {
      if (isRepositoryName(at.workspace)) return using(at, (clone) => newest(team, at, clone))
      const refusal = refuseFolder(options, (await team.log.spaceOf(at.session)) ?? '', at.workspace)
      return refusal ? { ok: false, refusal } : ok(at.workspace)
    },
    keep: async (at) => (isRepositoryName(at.workspace) ? using(at, (clone) => store(team, at, clone)) : undefined),
    close: () => pushes.close(),
  }
}

const PUSH_MS = 5_000
const CLOSE_MS = 20_000

/** A run stores often. Its changes are pushed together, some seconds later. */
function soon(work: (at: At) => Promise<void>) {
  const waiting = new Map<SessionId, { readonly at: At; readonly timer: NodeJS.Timeout }>()
  const begin = (at: At): Promise<void> => {
    clearTimeout(waiting.get(at.session)?.timer)
    waiting.delete(at.session)
    return work(at).catch(() => undefined)
  }
  return {
    add(at: At): void {
      if (!waiting.has(at.session)) waiting.set(at.session, { at, timer: setTimeout(() => void begin(at), PUSH_MS) })
    },
    async close(): Promise<void> {
      const late = new AbortController()
      const all = Promise.all([...waiting.values()].map(({ at }) => begin(at)))
      // The session's next worker pushes what this one did not.
      await Promise.race([all, pause(CLOSE_MS, undefined, { signal: late.signal }).catch(() => undefined)])
      late.abort()
    },
  }
}

type Opened = Result<{ readonly clone: SessionClone; readonly known: KnownRepository }>
type Team = ClonesOptions['team']

async function newest({ clones: stored }: Team, { session }: At, opened: Opened): Promise<Result<string>> {
  if (!opened.ok) return opened
  const { clone } = opened.value
  const mark = await stored.mark(session)
  if (mark === undefined || mark === (await clone.mark())) return ok(clone.folder)
  const work = await stored.get(session)
  const become = work ? await clone.become(work.bytes, work.mark) : ok(undefined)
  return become.ok ? ok(clone.folder) : become
}

async function store({ clones: stored }: Team, { session }: At, opened: Opened): Promise<Refusal | undefined> {
  if (!opened.ok) return opened.refusal
  const { clone } = opened.value
  const work = await clone.changes()
  if (!work.ok) return work.refusal
  if (!work.value) return undefined
  const mark = await stored.put(session, work.value.bytes, await clone.mark())
  if (mark === undefined) return { code: 'not_kept', message: 'Another worker has continued this session.' }
  await clone.stored(work.value, mark)
  return undefined
}

async function push({ telemetry }: ClonesOptions, { session }: At, opened: Opened): Promise<void> {
  const pushed = opened.ok ? await opened.value.clone.push(opened.value.known.source, `convene/${session}`) : opened
  if (!pushed.ok) (await telemetry()).log('warn', 'push_failed', pushed.refusal.message, { session })
}

const badName = (workspace: string): Refusal => ({
  code: 'bad_workspace',
  message: `${workspace.slice(0, 200)} names no commit of a repository.`,
})

function turns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work, work)
    const settled = turn.catch(() => undefined)
    last.set(key, settled)
    void settled.then(() => last.get(key) === settled && last.delete(key))
    return turn
  }
}
