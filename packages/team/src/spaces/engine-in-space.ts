import { type Command, emptySession, type Refusal, type Result, type SessionId } from '@convene/domain'
import type { Engine, EventLog } from '@convene/engine'
import type { SignedInCaller, Space } from '../accounts/account/account.ts'
import { asJudged, refuseByRole } from '../accounts/role/commands.ts'

export type SpaceContext = {
  readonly engine: Engine
  /** The log of the caller's space. */
  readonly log: EventLog
  readonly caller: SignedInCaller
  /** Records in which space a session will be created. */
  place(session: SessionId): void
  /** Gives a fork the original's changes in its clone of a repository. */
  carry(from: SessionId, to: SessionId): Promise<void>
  /** Called for each command, so a space's setting applies at once. */
  space(): Promise<Pick<Space, 'fourEyes'>>
}

/**
 * The engine as one person may use it: sessions in other spaces do not exist for them, each command is checked against
 * their role, and the log records who sent it. Everything that a request does to a session goes through here.
 */
export function engineInSpace(context: SpaceContext): Engine {
  const { engine, log, caller, place } = context
  const isHere = async (session: SessionId): Promise<boolean> => (await log.head(session)) > 0
  const { person } = caller
  const begin = (session: SessionId, command: Command | undefined) => {
    if (command?.type === 'create') place(session)
  }
  return {
    async send(session, command) {
      const judged = await judge(context, session, command)
      if (!judged.ok) return judged.refusal
      begin(session, command)
      return engine.send(session, judged.value)
    },
    async refuses(session, command) {
      const judged = await judge(context, session, command)
      return judged.ok ? undefined : judged.refusal
    },
    async resume(session, command) {
      const judged = await judge(context, session, command ?? { type: 'resume' })
      if (!judged.ok) return { where: 'elsewhere', refusal: judged.refusal }
      begin(session, command)
      return engine.resume(session, command && judged.value)
    },
    async rested(session) {
      if (await isHere(session)) return engine.rested(session)
      return emptySession(session)
    },
    state: async (session) => ((await isHere(session)) ? engine.state(session) : undefined),
    follow: (session, after, feed) => followIn(engine, isHere(session), (known) => known.follow(session, after, feed)),
    async fork(session, at, fork, changed) {
      if (!(await isHere(session))) return notFound(session)
      place(fork)
      // Before the fork exists, because a worker may pick it up at once.
      if (at === (await log.head(session))) await context.carry(session, fork)
      return engine.fork(session, at, fork, { ...changed, person })
    },
    get live() {
      return engine.live
    },
    here: () => engine.here(),
    drain: notHere,
    close: notHere,
  }
}

const notFound = (session: SessionId): Refusal => ({
  code: 'session_not_found',
  message: `Session ${session} not found.`,
})

/** One engine serves all spaces, so no request may end it. */
const notHere = async (): Promise<never> => {
  throw new Error('the engine of a space cannot be ended')
}

/** The command in its sender's name, or why they may not send it. */
async function judge(context: SpaceContext, session: SessionId, command: Command): Promise<Result<Command>> {
  const { log, engine, caller } = context
  const isNew = command.type === 'create'
  const state = !isNew && (await log.head(session)) > 0 ? await engine.state(session) : undefined
  if (!isNew && !state) return { ok: false, refusal: notFound(session) }
  const of = state ?? emptySession(session)
  const refusal = refuseByRole(caller, await context.space(), command, of)
  return refusal ? { ok: false, refusal } : { ok: true, value: { ...asJudged(command, of), person: caller.person } }
}

/** Starts to follow once it is known that the session is in the space. */
function followIn(engine: Engine, here: Promise<boolean>, follow: (engine: Engine) => () => void): () => void {
  let end = () => {}
  let isOver = false
  here.then(
    (is) => {
      if (is && !isOver) end = follow(engine)
    },
    // The log does not answer. The page asks again later.
    () => undefined,
  )
  return () => {
    isOver = true
    end()
  }
}
