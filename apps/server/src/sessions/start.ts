import {
  type Command,
  createDomain,
  emptySession,
  limitsExpected,
  noticeAtStart,
  type Result,
  type SessionId,
} from '@convene/domain'
import {
  type AttachedFile,
  attachFile,
  type FileReference,
  type HostRunRequest,
  type Prepared,
  type Program,
  prepareRun,
  startSession,
  withUnseenImages,
} from '@convene/host'
import type { Output } from '@convene/protocol'
import type { Handlers, RouteContext } from '../context.ts'
import { withWorkspace } from '../context.ts'
import { seatViews } from './view.ts'

type StartRequest = Omit<HostRunRequest, 'interactive' | 'onlyLook'> & {
  readonly interactive?: boolean | undefined
}

type Given = {
  readonly goal: string
  readonly attachments?: readonly FileReference[] | undefined
}

/** A run ready to start with its goal, for an existing or a new session. */
export async function prepared(
  place: Program,
  session: SessionId,
  given: StartRequest & Given,
  type: 'create' | 'run',
): Promise<Result<{ readonly run: Prepared; readonly command: Extract<Command, { type: 'run' }> }>> {
  const run = await prepareRun(place, requestOf(given))
  if (!run.ok) return run
  const start = { type, goal: given.goal, workspace: place.workspace, run: run.value.start }
  const refusal = await (await place.engine()).refuses(session, start)
  if (refusal) return { ok: false, refusal }
  const attached = await attachFile(place, session, given.goal, given.attachments)
  if (!attached.ok) return attached
  const { text: goal, attachments, images } = attached.value
  const seen = await withUnseenImages(place, run.value.start, images)
  return {
    ok: true,
    value: { run: run.value, command: { type: 'run', goal, attachments, images, run: seen } },
  }
}

/** The options of the call as they are: the contract has checked them. */
const requestOf = (request: StartRequest): HostRunRequest => ({ ...request, interactive: request.interactive ?? true })

/** Starts sessions, and previews them. */
export const startHandlers: Handlers<'createSession' | 'preview'> = {
  createSession: (context, given) =>
    withWorkspace(context, given.workspace, async (place) => {
      const id = (await place.ids()).next() as SessionId
      const ready = await prepared(place, id, { ...given, directory: filesFrom(context, place) }, 'create')
      if (!ready.ok) return ready
      const { type: _type, ...command } = ready.value.command
      const create = { type: 'create', workspace: place.repository ?? place.workspace, ...command } as const
      const { refusal } = await startSession(place, id, create)
      if (refusal) return { ok: false, refusal }
      const { warnings, rehearsal, advice } = ready.value.run
      return { ok: true, value: { id, warnings: [...warnings, ...(advice ? [advice] : [])], rehearsal } }
    }),
  preview: (context, given) =>
    withWorkspace(
      context,
      given.workspace,
      (place) => previewed(place, { ...given, directory: filesFrom(context, place) }),
      { recent: true },
    ),
}

/** The editor's own pipe may name files. A caller over HTTP may not, who could be on another machine. */
export const filesFrom = ({ guard }: RouteContext, { workspace }: Program): string | undefined =>
  guard ? undefined : workspace

async function previewed(place: Program, given: StartRequest & Partial<Given>): Promise<Result<Output<'preview'>>> {
  const run = await prepareRun(place, { ...requestOf(given), onlyLook: true })
  if (!run.ok) return run
  const { start, warnings, unconnected, rehearsal, noWorkspace } = run.value
  const attached = await attachFile(place, null, given.goal ?? '', given.attachments)
  if (!attached.ok) return attached
  const begun = beginningOf(place, attached.value, run.value)
  if (!begun.ok) return begun
  return {
    ok: true,
    value: {
      mode: start.mode,
      team: { name: start.team.name, slug: start.team.slug },
      seats: seatViews(start.team),
      ...begun.value.amounts,
      warnings: [...warnings, ...(begun.value.notice === undefined ? [] : [begun.value.notice])],
      unconnected,
      rehearsal,
      tools: Object.keys(start.settings.tools),
      ...(begun.value.notice !== undefined && { notice: begun.value.notice }),
      ...(noWorkspace !== undefined && { noWorkspace }),
    },
  }
}

/** The estimate, limits and notices that the run would start with. Nothing is stored. */
function beginningOf(place: Program, { text: goal, images }: AttachedFile, { start }: Prepared) {
  const empty = emptySession('preview' as SessionId)
  const create = { type: 'create', goal, images, workspace: place.workspace, run: start } as const
  const { facts, refusal } = createDomain().accept(empty, create, place.now())
  if (refusal) return { ok: false, refusal } as const
  const [opened] = facts.flatMap((fact) => (fact.type === 'run.started' ? [fact.data] : []))
  const { estimate = { calls: 0, input: 0, output: 0, costUsd: null, minutes: 0 } } = opened ?? {}
  const amounts = { estimate, limits: opened ? limitsExpected(opened) : start.limits }
  const notice = opened && noticeAtStart(opened)
  return { ok: true, value: { amounts, notice } } as const
}
