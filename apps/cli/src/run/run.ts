import { type Command, ok, type Result, type Run, type Session, type SessionId } from '@convene/domain'
import {
  findSession,
  type HostRunRequest,
  type Prepared,
  prepareRun,
  refuseWorkspace,
  withUnseenImages,
} from '@convene/host'
import type { Input } from '../command-line/input.ts'
import { requestOf as flagsOf } from '../command-line/run-flags.ts'
import type { CliProgram } from '../program.ts'
import { outputProblem } from '../review/output-problem.ts'
import { asksForFindings, type ReviewRequest, reviewRequest, withForm } from '../review/review-request.ts'
import { askForTrust } from '../trust/trust.ts'
import { refuseUntrustedAgents } from '../trust/trusted-agents.ts'
import { choiceText, withChoice } from './approach.ts'
import { refuseRehearsal } from './connect-hint.ts'
import { inForeground } from './foreground.ts'
import type { ForegroundRequest } from './foreground-request.ts'
import { type Goal, givenGoal, keepGivenImages } from './goal.ts'

const WAITING = 4

/** `convene run`: a new run in a new or an existing session. */
export async function run(program: CliProgram, input: Input): Promise<number> {
  const refusal = program.remote ? undefined : refuseWorkspace(program.workspace)
  if (refusal) return program.refuse(refusal)
  const goal = await givenGoal(program, input)
  if (goal.ok && program.remote) {
    const { runThere } = await import('./remote-run.ts')
    return runThere({ ...program, remote: program.remote }, input, goal.value, requestOf(program, input))
  }
  return goal.ok ? runGoal(program, input, goal.value) : program.refuse(goal.refusal)
}

/** Runs a goal in the foreground with the given options. */
export async function runGoal(program: CliProgram, input: Input, goal: Goal): Promise<number> {
  const session = await sessionFor(program, input)
  if (!session.ok) return program.refuse(session.refusal)
  const { before } = session.value
  const place = before ? { ...program, ...program.at(before.workspace) } : program
  const refusal = before && refuseWorkspace(place.workspace)
  return refusal ? program.refuse(refusal) : startIn(place, input, goal, session.value)
}

/** The session that a run starts in. */
export type TargetSession = {
  readonly id: SessionId
  readonly before?: Session | undefined
  /** How to override the goal's choice. */
  readonly choosing?: string
}

async function startIn(program: CliProgram, input: Input, goal: Goal, place: TargetSession): Promise<number> {
  const review = reviewRequest(input)
  if (!review.ok) return program.refuse(review.refusal)
  const unwritable = review.value && firstProblem(review.value)
  if (unwritable) return program.refuse(unwritable)
  const request = await requestFromInput(program, input, goal, place)
  if (typeof request === 'number') return request
  if (input.flag('detach')) return (await import('../server/detach.ts')).detach(program, place.id, request.command)
  const show = () => inForeground(program, input, request)
  if (!review.value) return show()
  return (await import('../review/with-review.ts')).withReview(program, place.id, review.value, show)
}

const firstProblem = ({ outputs }: ReviewRequest) => outputs.flatMap(({ file }) => outputProblem(file) ?? [])[0]

/** Prepares a goal to run in a session, or says why it cannot and returns the exit code. */
export async function requestFromInput(
  program: CliProgram,
  input: Input,
  goal: Goal,
  { id, before, choosing }: TargetSession,
): Promise<(ForegroundRequest & { readonly command: Command }) | number> {
  const request = await withChoice(program, input, { ...requestOf(program, input), goal: goal.text })
  const prepared = await preparedRun(program, request, before?.run)
  if (!prepared.ok) {
    const code = program.refuse(prepared.refusal)
    return prepared.refusal.code.startsWith('untrusted_') ? WAITING : code
  }
  const { start, unconnected, advice = '', approach } = prepared.value
  const warnings = [...(approach ? [choiceText(approach, choosing)] : []), ...prepared.value.warnings]
  if (unconnected && !program.terminal.isAttended) return program.refuse(await refuseRehearsal(program, advice))
  const images = await keepGivenImages(program, id, goal.pictures)
  if (!images.ok) return program.refuse(images.refusal)
  const run = await withUnseenImages(program, start, images.value)
  const asked = { goal: goal.text, attachments: goal.attachments, images: images.value, run }
  const command: Command =
    before === undefined ? { type: 'create', workspace: program.workspace, ...asked } : { type: 'run', ...asked }
  return { session: id, before, command, warnings, ...(unconnected && { advice }) }
}

/** A team from a repository is used only after the user has seen and trusted its prompts. */
async function preparedRun(
  program: CliProgram,
  said: HostRunRequest,
  after: Run | null = null,
): Promise<Result<Prepared>> {
  const request = { ...said, after }
  const prepared = await prepareRun(program, request)
  if (prepared.ok) return withTrustedAgents(program, prepared.value)
  if (prepared.refusal.code !== 'untrusted_squad') return prepared
  if (!(await askForTrust(program))) return prepared
  return prepareRun(program.at(program.workspace), request)
}

async function withTrustedAgents(program: CliProgram, prepared: Prepared): Promise<Result<Prepared>> {
  const refusal = await refuseUntrustedAgents(program, prepared.start.team)
  return refusal ? { ok: false, refusal } : ok(prepared)
}

async function sessionFor(program: CliProgram, input: Input): Promise<Result<TargetSession>> {
  const part = input.text('session')
  if (part === undefined) return { ok: true, value: { id: (await program.ids()).next() as SessionId } }
  const found = await findSession(program, part)
  if (!found.ok) return found
  const engine = await program.engine()
  return { ok: true, value: { id: found.value, before: await engine.state(found.value) } }
}

function requestOf({ terminal, environment }: CliProgram, input: Input): HostRunRequest {
  const flags = flagsOf(input)
  return {
    ...flags,
    ...(wantsFindings(input) && { constraints: withForm(flags.constraints) }),
    startedBy: environment.CONVENE_ACTION ? 'action' : 'user',
    interactive: terminal.canAsk || input.flag('detach'),
    directory: process.cwd(),
  }
}

function wantsFindings(input: Input): boolean {
  const review = reviewRequest(input)
  return review.ok && review.value !== undefined && asksForFindings(review.value)
}
