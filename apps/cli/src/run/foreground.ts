import type { Ask, Command, Event, Session, SessionId } from '@convene/domain'
import { type Engine, readPublic } from '@convene/engine'
import { rememberAlways, shortId, waitsForAnswers } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { connectHint, modelOffers } from './connect-hint.ts'
import { leftToEditor } from './editor-models.ts'
import { exitCodeFor } from './exit-code.ts'
import type { ForegroundRequest } from './foreground-request.ts'
import { exitCodeOf, type Interrupt } from './interrupts.ts'
import type { Presenter } from './presenter.ts'
import { presenterFor } from './presenter-for.ts'

/** How long calls in progress may take to finish after an interrupt. */
const GRACE_MS = 4_000

/** Continues a session, shows it until it ends or waits for the user, and returns the exit code. */
export async function inForeground(program: Program, input: Input, request: ForegroundRequest): Promise<number> {
  const left = await leftToEditor(program, request)
  if (left !== undefined) return left
  const engine = await program.engine()
  const presenter: Presenter = await presenterFor(program, input, request, (command, ask) =>
    give(program, { session: request.session, command, ask }).then(
      (said) => said.forEach((text) => void presenter.notice(text)),
      (error: Error) => presenter.notice(error.message),
    ),
  )
  const shown = showing(engine, presenter, request)
  const leaving = leavingOf(program)
  // The engine's timers do not keep the process alive: without this one, a run waiting for a retry would end here.
  const hold = setInterval(() => {}, 60_000)
  try {
    const resumption = await engine.resume(request.session, request.command)
    if (resumption.refusal) {
      presenter.end(undefined)
      return program.refuse(resumption.refusal)
    }
    if (resumption.where === 'elsewhere') presenter.notice('Running in another process. Showing its progress here.')
    for (const warning of request.warnings ?? []) presenter.notice(warning)
    if (request.advice !== undefined) offerModels(program, presenter, request.advice)
    const rested = restedForGood(program, request, presenter, shown)
    const first = await Promise.race([rested, leaving.asked])
    const state =
      typeof first === 'string'
        ? await leave(engine, request, presenter, { rested, leaving, where: resumption.where })
        : first
    await shown.upTo(program, state?.seq ?? 0)
    presenter.end(state)
    if (typeof first !== 'string') return exitCodeFor(state, shown.events)
    return state?.run?.finished && !request.followUp ? exitCodeFor(state, shown.events) : exitCodeOf[first]
  } catch (error) {
    presenter.end(undefined)
    throw error
  } finally {
    clearInterval(hold)
    leaving.end()
    shown.end()
  }
}

type Given = { readonly session: SessionId; readonly command: Command; readonly ask: Ask | undefined }

/** Sends the user's answer to the session and saves permanent rules. Returns what to print about it. */
async function give(program: Program, { session, command, ask }: Given): Promise<readonly string[]> {
  const engine = await program.engine()
  const { refusal } = await engine.resume(session, command)
  if (refusal) return [refusal.message]
  if (!ask || command.type !== 'permit' || command.answer !== 'always') return []
  const workspace = (await engine.state(session))?.workspace
  return [await rememberAlways(program, ask, command.pattern ?? ask.proposed, workspace)]
}

/** Resolves when the run is idle and every pending question has been put to the user. */
async function restedForGood(
  program: Program,
  { session }: ForegroundRequest,
  presenter: Presenter,
  shown: Shown,
): Promise<Session> {
  const engine = await program.engine()
  for (;;) {
    const state = await engine.rested(session)
    if (!presenter.asks || !waitsForAnswers(state)) return state
    // Answered here or in another process: the process that shows the run continues it.
    if ((await movedOrGone(program, session, shown.beyond(state.seq))) === 'gone') {
      presenter.notice('This session was deleted.')
      return state
    }
    await engine.resume(session)
  }
}

const LOOK_AGAIN_MS = 500

/** Waits until the session changes or is deleted. */
async function movedOrGone(program: Program, session: SessionId, moved: Promise<void>): Promise<'moved' | 'gone'> {
  const { log } = await program.store()
  const gone = Promise.withResolvers<'gone'>()
  const look = setInterval(() => {
    void log.head(session).then(
      (head) => head === 0 && gone.resolve('gone'),
      () => undefined,
    )
  }, LOOK_AGAIN_MS)
  return Promise.race([moved.then(() => 'moved' as const), gone.promise]).finally(() => clearInterval(look))
}

/** Announces a rehearsal and how to connect a model. Local servers are probed in the background. */
function offerModels(program: Program, presenter: Presenter, advice: string): void {
  presenter.notice(connectHint(advice))
  void modelOffers(program).then((offers) => offers.forEach((offer) => void presenter.notice(offer)))
}

type Shown = {
  readonly events: readonly Event[]
  end(): void
  /** A session may be stored as idle a moment before its events are shown. */
  upTo(program: Program, last: number): Promise<void>
  /** Resolves once an event after this one has been shown. */
  beyond(last: number): Promise<void>
}

/** Passes events on in order, each exactly once, and keeps those that decide the exit code. */
function showing(engine: Engine, presenter: Presenter, { session, before }: ForegroundRequest): Shown {
  const after = before?.seq ?? 0
  const events: Event[] = []
  let seq = after
  let waiting: (() => void)[] = []
  const pass = (batch: readonly Event[]) => {
    const fresh = batch.filter((event) => event.seq > seq)
    seq = fresh.at(-1)?.seq ?? seq
    events.push(...fresh.filter(({ type }) => type === 'task.finished'))
    if (fresh.length > 0) presenter.events(fresh)
    for (const look of waiting) look()
  }
  const end = engine.follow(session, after, {
    batch: pass,
    delta: (effect, kind, text) => presenter.delta(effect, kind, text),
    trouble: ({ message }) => presenter.notice(message),
  })
  return {
    events,
    end,
    beyond: (last) =>
      new Promise((resolve) => {
        const look = () => {
          if (seq <= last) return
          waiting = waiting.filter((each) => each !== look)
          resolve()
        }
        waiting = [...waiting, look]
        look()
      }),
    async upTo(program, last) {
      if (seq >= last) return
      const { log } = await program.store()
      pass(await readPublic(log, session, { after: seq }))
    },
  }
}

type Leaving = { readonly asked: Promise<Interrupt>; readonly again: Promise<Interrupt>; end(): void }

function leavingOf(program: Program): Leaving {
  const first = Promise.withResolvers<Interrupt>()
  const second = Promise.withResolvers<Interrupt>()
  let times = 0
  const end = program.interrupts.listen((interrupt) => {
    times += 1
    if (times === 1) first.resolve(interrupt)
    else second.resolve(interrupt)
  })
  return { asked: first.promise, again: second.promise, end }
}

type Departure = { readonly rested: Promise<Session>; readonly leaving: Leaving; readonly where: 'here' | 'elsewhere' }

/** Pauses a run in this process and gives calls in progress a moment to finish. A run elsewhere keeps running. */
async function leave(
  engine: Engine,
  { session }: ForegroundRequest,
  presenter: Presenter,
  { rested, leaving, where }: Departure,
): Promise<Session | undefined> {
  const command = `convene resume ${shortId(session)}`
  if (where === 'elsewhere') {
    presenter.notice(`Still running in another process. To watch it again: ${command}`)
    return engine.state(session)
  }
  await engine.send(session, { type: 'pause' })
  presenter.leaving()
  const { promise: patience, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, GRACE_MS, undefined)
  await Promise.race([rested, leaving.again, patience]).finally(() => clearTimeout(timer))
  return engine.state(session)
}
