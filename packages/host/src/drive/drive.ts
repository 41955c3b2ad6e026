import type { Ask, Command, Event, Refusal, Session, SessionId } from '@convene/domain'
import type { Resumption } from '@convene/engine'
import { type PendingAnswer, waitsForAnswers } from '../approvals/pending.ts'
import { rememberAlways } from '../approvals/remember.ts'
import type { Program } from '../program.ts'
import { deliverPending } from './deliver-pending.ts'
import { type Passed, passOn } from './pass-on.ts'
import { startSession } from './start.ts'

/** Someone who watches a driven session. */
export type Watcher = {
  events(batch: readonly Event[]): void
  delta?: Passed['delta']
  /** One line for the user about something that is not in the log. */
  notice?(text: string): void
  /**
   * Whether someone here answers what agents wait for. If so, the session rests only once nothing is pending. If not,
   * it rests as soon as it waits.
   */
  readonly answers?: boolean
  /**
   * Called once for everything that agents wait for. The signal fires when it was answered, here or elsewhere, or is
   * void.
   */
  waiting?(pending: PendingAnswer, session: Session, settled: AbortSignal): void
}

export type DriveRequest = {
  readonly session: SessionId
  /** The command that starts or continues it. If omitted, it continues where it is. */
  readonly command?: Command | undefined
  /** Watches the session where it runs, and never continues it here. */
  readonly onlyWatch?: boolean
  /** Only later events are passed on. */
  readonly after?: number
  readonly watcher: Watcher
}

/** A session that runs here, or is watched where it runs. */
export type Drive = {
  readonly where: Resumption['where']
  /** Resolves once the session has ended or only the user can continue it, after everything was passed on. */
  readonly rested: Promise<Session>
  /** Sends a command. A permanent answer is also saved in the settings. Returns what to tell the user. */
  send(command: Command, ask?: Ask): Promise<readonly string[]>
  /** The last state, with everything up to it passed on, without waiting for the session to rest. */
  settle(): Promise<Session | undefined>
  /** Stops watching. The session itself continues. `rested` no longer waits for answers. */
  end(): void
}

/**
 * Starts or continues a session and passes on its events, in order and each one once. `run.finished` does not mean that
 * nothing is pending: a follow-up may still ask.
 */
export async function drive(program: Program, request: DriveRequest): Promise<Drive | { readonly refusal: Refusal }> {
  const { session, command, watcher } = request
  const engine = await program.engine()
  const { log } = await program.store()
  const watching = deliverPending(watcher.waiting, () => engine.state(session))
  const passed = passOn(engine, log, { session, after: request.after ?? 0, watcher, passed: watching.upTo })
  // The engine's timers do not keep the process alive: without this one, a run waiting for a retry would end here.
  const hold = setInterval(() => {}, 60_000)
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    clearInterval(hold)
    passed.end()
    watching.end()
  }
  try {
    const { refusal, where } = request.onlyWatch ? ELSEWHERE : await startSession(program, session, command)
    if (refusal) {
      end()
      return { refusal }
    }
    // Covers a session that was already waiting.
    watching.upTo((await engine.state(session))?.seq ?? 0)
    const settle = async () => {
      const state = await engine.state(session)
      await passed.upTo(state?.seq ?? 0)
      return state
    }
    const rested = restedIn(program, request, passed, ended.signal)
    // Not every caller awaits it, and an unhandled rejection, such as during a shutdown, would end the process.
    rested.catch(() => undefined)
    return { where, end, settle, rested, send: sender(program, session) }
  } catch (error) {
    end()
    throw error
  }
}

const ELSEWHERE: Resumption = { where: 'elsewhere' }

/** Resolves when the session is idle and, if someone answers here, nothing is pending. */
async function restedIn(
  program: Program,
  { session, watcher, onlyWatch }: DriveRequest,
  passed: Passed,
  ended: AbortSignal,
): Promise<Session> {
  const engine = await program.engine()
  for (;;) {
    const state = await engine.rested(session)
    if (ended.aborted) return state
    await passed.upTo(state.seq)
    if (!watcher.answers || !waitsForAnswers(state)) return state
    const next = await nextIn(program, session, passed.beyond(state.seq), ended)
    if (next === 'gone') watcher.notice?.('This session was deleted.')
    if (next !== 'moved') return state
    // Answered here or in another process: the process that shows the run continues it.
    if (!onlyWatch) await startSession(program, session)
  }
}

const LOOK_AGAIN_MS = 500

/** Waits until the session changes or is deleted, or nobody watches any more. */
async function nextIn(
  program: Program,
  session: SessionId,
  moved: Promise<void>,
  ended: AbortSignal,
): Promise<'moved' | 'gone' | 'ended'> {
  const { log } = await program.store()
  if (ended.aborted) return 'ended'
  const other = Promise.withResolvers<'gone' | 'ended'>()
  ended.addEventListener('abort', () => other.resolve('ended'), { once: true })
  const look = setInterval(() => {
    void log.head(session).then(
      (head) => head === 0 && other.resolve('gone'),
      () => undefined,
    )
  }, LOOK_AGAIN_MS)
  return Promise.race([moved.then(() => 'moved' as const), other.promise]).finally(() => clearInterval(look))
}

const sender =
  (program: Program, session: SessionId): Drive['send'] =>
  async (command, ask) => {
    const { refusal } = await startSession(program, session, command)
    if (refusal) return [refusal.message]
    if (!ask || command.type !== 'permit' || command.answer !== 'always') return []
    const workspace = (await (await program.engine()).state(session))?.workspace
    return [await rememberAlways(program, ask, command.pattern ?? ask.proposed, workspace)]
  }
