import {
  type Command,
  changeText,
  constraintsWith,
  type EventOf,
  type ForkChange,
  forkTitle,
  type MadeChange,
  type Refusal,
  type Result,
  type Run,
  refuseChange,
  type SeatedTeam,
  type Session,
  type SessionId,
  seatsOf,
} from '@convene/domain'
import { imageFiles } from '@convene/store'
import type { Program } from '../program.ts'
import { type Prepared, prepareRun } from '../run/prepare-run.ts'
import type { HostRunRequest } from '../run/run-request.ts'
import { readWholePublic } from './read-whole.ts'

/** A fork with one change, ready to run: `command` starts it in the session `id`. */
export type ChangedFork = {
  readonly id: SessionId
  /** The fork before the run, or undefined if the command creates it. */
  readonly before: Session | undefined
  readonly command: Extract<Command, { type: 'create' | 'run' }>
  readonly run: Prepared
  readonly change: MadeChange
}

/** How the user can be asked, and what they answered in advance. Mode, team, models and limits are the original's. */
export type ChangedForkRequest = Pick<HostRunRequest, 'interactive' | 'allow' | 'yes' | 'answers'> & {
  /** Why the run must not start after all. Called before anything is stored. */
  refuses?(run: Prepared): Promise<Refusal | undefined>
}

/**
 * Repeats a session's newest run with one thing changed. Its agents see what the original's saw when they started, but
 * not what came of it. Permissions and approvals are not carried over.
 */
export async function forkWithChange(
  program: Program,
  from: Session,
  what: ForkChange,
  { refuses, ...request }: ChangedForkRequest,
): Promise<Result<ChangedFork>> {
  const refusal = refuseChange(from, what)
  if (refusal || !from.run) return { ok: false, refusal: refusal ?? NO_RUN }
  const answers = request.answers?.length ? request.answers : from.run.settings.answers
  const constraints = constraintsWith(from.constraints, what)
  const again = { ...request, constraints, ...(answers && { answers }), after: from.run, change: what }
  const run = await prepareRun(program, again)
  if (!run.ok) return run
  const refused = await refuses?.(run.value)
  if (refused) return { ok: false, refusal: refused }
  const change = { what, text: changeText(what, namesIn(from.run.team, run.value.start.team)) }
  const id = (await program.ids()).next() as SessionId
  const title = forkTitle(from.title, change.text)
  const placed = await placeFor(program, from, from.run, { id, change, title })
  if (!placed.ok) return placed
  await imageFiles((await program.store()).blobs).share(from.id, id)
  const { before, goal } = placed.value
  const start = { goal: from.run.goal, ...goal, run: run.value.start }
  const command: ChangedFork['command'] = before
    ? { type: 'run', ...start }
    : { type: 'create', workspace: from.workspace, title, forked: { from: from.id, change }, ...start }
  return { ok: true, value: { id, before, command, run: run.value, change } }
}

const NO_RUN = { code: 'nothing_to_change', message: 'This session has no run yet, so there is nothing to change.' }

/** A new member has a seat only in the new team, and a removed one only in the old. */
const namesIn =
  (...teams: readonly SeatedTeam[]) =>
  (slug: string) =>
    teams.flatMap(seatsOf).find((seat) => seat.slug === slug)?.name

type Placed = {
  readonly before: Session | undefined
  readonly goal: Pick<ChangedFork['command'], 'attachments' | 'images'>
}

/** A later run starts over after a copy of the runs before it. A first run has nothing before it. */
async function placeFor(
  program: Program,
  { id: from }: Session,
  run: Run,
  fork: { readonly id: SessionId; readonly change: MadeChange; readonly title: string },
): Promise<Result<Placed>> {
  const { log } = await program.store()
  const events = await readWholePublic(log, from)
  const started = events.find((event) => event.type === 'run.started' && event.run === run.id)
  const said = events.find(
    (event): event is EventOf<'message'> => event.type === 'message' && event.batch === started?.batch,
  )
  const goal = {
    ...(said?.data.attachments && { attachments: said.data.attachments }),
    ...(said?.data.images && { images: said.data.images }),
  }
  const at = (started?.batch ?? 1) - 1
  if (at === 0) return { ok: true, value: { before: undefined, goal } }
  const engine = await program.engine()
  const refusal = await engine.fork(from, at, fork.id, fork)
  if (refusal) return { ok: false, refusal }
  return { ok: true, value: { before: await engine.state(fork.id), goal } }
}
