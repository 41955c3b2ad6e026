import { cleanLine, type Event, type Refusal, type Session } from '@convene/domain'
import { type Drive, drive, shortId } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { Presenter } from '../live-view/presenter.ts'
import { type CliProgram, elsewhere } from '../program.ts'
import { exitCodeOf, type Interrupt } from '../terminal/interrupts.ts'
import { refuseUntrusted } from '../trust/trusted-agents.ts'
import { connectHint, modelOffers } from './connect-hint.ts'
import { leftToEditor } from './editor-models.ts'
import { exitCodeFor } from './exit-code.ts'
import type { ForegroundRequest } from './foreground-request.ts'
import { presenterFor } from './presenter-for.ts'

/** How long calls in progress may take to finish after an interrupt. */
export const GRACE_MS = 4_000
const WAITING = 4

/** Continues a session, shows it until it ends or waits for the user, and returns the exit code. */
export async function inForeground(program: CliProgram, input: Input, request: ForegroundRequest): Promise<number> {
  // A server decides by itself what it trusts and which models it reaches.
  const left = program.remote ? undefined : await leftToEditor(program, request)
  if (left !== undefined) return left
  const untrusted = program.remote ? undefined : await refuseUntrusted(program, request)
  if (untrusted) return untrustedCode(program, untrusted)
  const { session, command, before } = request
  const presenter: Presenter = await presenterFor(program, input, request, async (answer, ask) => {
    const said = await starting.then(
      (result) => ('refusal' in result ? [] : result.send(answer, program.remote ? undefined : ask)),
      ({ message }: Error) => [message],
    )
    for (const text of said.filter((each) => !warned.has(each))) presenter.notice(text)
  })
  const decisive: Event[] = []
  // A refused answer is a warning in the log, which the presenter has shown.
  const warned = new Set<string>()
  const watcher = {
    ...presenter,
    answers: presenter.asks ?? false,
    events: (batch: readonly Event[]) => {
      decisive.push(...batch.filter(({ type }) => type === 'task.finished'))
      for (const { type, data } of batch) if (type === 'warning') warned.add(data.message)
      presenter.events(batch)
    },
  }
  const leaving = leavingOf(program)
  const starting = drive(program, { session, command, after: before?.seq ?? 0, watcher })
  try {
    const driven = await starting
    if ('refusal' in driven) {
      presenter.end(undefined)
      return program.refuse(driven.refusal)
    }
    announce(program, presenter, request, driven)
    return await watchToEnd(program, request, presenter, { driven, leaving, decisive })
  } catch (error) {
    presenter.end(undefined)
    throw error
  } finally {
    leaving.end()
  }
}

/** Something waits for the user. The exit code lets a script tell that from a failure. */
function untrustedCode(program: CliProgram, refusal: Refusal): number {
  program.refuse(refusal)
  return WAITING
}

type Watched = { readonly driven: Drive; readonly leaving: Leaving; readonly decisive: readonly Event[] }

async function watchToEnd(
  program: CliProgram,
  request: ForegroundRequest,
  presenter: Presenter,
  { driven, leaving, decisive }: Watched,
): Promise<number> {
  try {
    const first = await Promise.race([driven.rested, leaving.asked])
    const state = typeof first === 'string' ? await leave(program, request, presenter, { driven, leaving }) : first
    presenter.end(state)
    if (typeof first !== 'string') return exitCodeFor(state, decisive)
    return state?.run?.finished && !request.followUp ? exitCodeFor(state, decisive) : exitCodeOf[first]
  } finally {
    driven.end()
  }
}

/** Says where it runs, with any warnings, before anything happens. */
export function announce(
  program: CliProgram,
  presenter: Presenter,
  request: ForegroundRequest,
  { where }: Drive,
): void {
  if (where === 'elsewhere') presenter.notice(`Running ${elsewhere(program)}. Showing its progress here.`)
  for (const warning of request.warnings ?? []) presenter.notice(cleanLine(warning))
  if (request.advice !== undefined) offerModels(program, presenter, request.advice)
}

/** Announces a rehearsal and how to connect a model. Local servers are probed in the background. */
function offerModels(program: CliProgram, presenter: Presenter, advice: string): void {
  presenter.notice(connectHint(advice))
  void modelOffers(program).then((offers) => offers.forEach((offer) => void presenter.notice(offer)))
}

type Leaving = { readonly asked: Promise<Interrupt>; readonly again: Promise<Interrupt>; end(): void }

function leavingOf(program: CliProgram): Leaving {
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

/** Pauses a run in this process and gives calls in progress a moment to finish. A run elsewhere keeps running. */
async function leave(
  program: CliProgram,
  { session }: ForegroundRequest,
  presenter: Presenter,
  { driven, leaving }: Pick<Watched, 'driven' | 'leaving'>,
): Promise<Session | undefined> {
  const engine = await program.engine()
  const command = `convene resume ${shortId(session)}`
  if (driven.where === 'elsewhere') {
    presenter.notice(`Still running ${elsewhere(program)}. To watch it again: ${command}`)
    return driven.settle()
  }
  await engine.send(session, { type: 'pause' })
  presenter.leaving()
  const { promise: patience, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, GRACE_MS, undefined)
  await Promise.race([driven.rested, leaving.again, patience]).finally(() => clearTimeout(timer))
  return driven.settle()
}
