import { countText, noBuild, ok, type Result, refuse, type Session } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import { builds, type Landed, type LandingRequest } from '@convene/tools'
import type { Program } from '../program.ts'
import { chosenIn } from './chosen.ts'
import { recordBuild } from './record.ts'
import { verifyMerged } from './verify-merged.ts'

/** A session's build, as its review shows it. */
export type BuildPlace = { readonly program: Program; readonly session: Session; readonly review: BuildReview }

/** Brings a build, or some of it, into the user's files. Checks run on the merged files once nothing is left open. */
export async function keepBuild(
  { program, session, review }: BuildPlace,
  { hunks, anyway }: { readonly hunks?: readonly string[] | undefined; readonly anyway?: boolean | undefined },
): Promise<Result<readonly string[]>> {
  const wanted = hunksIn(review, (state, id) => (hunks ? hunks.includes(id) && state !== 'kept' : state === 'open'))
  const rest = hunksIn(review, (state, id) => state !== 'kept' && !wanted.includes(id))
  if (wanted.length === 0) return refuse('nothing_to_land', NOTHING_OPEN)
  const isLast = hunksIn(review, (state, id) => state === 'open' && !wanted.includes(id)).length === 0
  const verify: LandingRequest['verify'] = (tree) =>
    isLast ? verifyMerged({ program, session }, tree, anyway === true) : Promise.resolve({ checks: [] })
  const choose = rest.length === 0 ? 'all' : (patch: string) => chosenIn(patch, (id) => wanted.includes(id))
  const landed = await landIt(program, session, { action: 'keep', hunks: wanted, anyway, choose, verify })
  if (!landed.ok) return landed
  return ok([`Kept in ${countText(landed.value.files.length, 'file')}.`])
}

const NOTHING_OPEN = 'There is nothing left to keep. To keep what you have undone, choose the single changes.'

/** Takes back what was kept, or some of it. What is not kept yet is marked as not to be kept. */
export async function undoBuild(
  { program, session, review }: BuildPlace,
  hunks: readonly string[] | undefined,
): Promise<Result<readonly string[]>> {
  const isMeant = (id: string) => hunks?.includes(id) ?? true
  const kept = hunksIn(review, (state, id) => state === 'kept' && isMeant(id))
  const open = hunksIn(review, (state, id) => state === 'open' && isMeant(id))
  const notes: string[] = []
  if (kept.length > 0) {
    const stays = hunksIn(review, (state, id) => state === 'kept' && !isMeant(id))
    const choose = stays.length === 0 ? 'nothing' : (patch: string) => chosenIn(patch, (id) => stays.includes(id))
    const landed = await landIt(program, session, {
      ...{ action: 'undo', hunks: kept, choose },
      verify: async () => ({ checks: [] }),
    })
    if (!landed.ok) return landed
    notes.push(`Undone in ${countText(landed.value.files.length, 'file')}.`)
  }
  if (open.length === 0) return ok(notes)
  const marked = await recordBuild(program, session, { record: 'marked', hunks: [...open], undone: true })
  return marked.ok ? ok(notes) : marked
}

type State = BuildReview['files'][number]['hunks'][number]['state']

const hunksIn = ({ files }: BuildReview, isMeant: (state: State, id: string) => boolean): readonly string[] =>
  files.flatMap(({ hunks }) => hunks.flatMap(({ state, id }) => (isMeant(state, id) ? [id] : [])))

type Wanted = Pick<LandingRequest, 'action' | 'choose' | 'verify'> & {
  readonly hunks: readonly string[]
  readonly anyway?: boolean | undefined
}

type Written = Extract<Landed, { state: 'landed' }>

/** The intent is in the log before the first file is touched, and the outcome before the journal is forgotten. */
async function landIt(
  program: Program,
  session: Session,
  { hunks, anyway, ...request }: Wanted,
): Promise<Result<Written>> {
  const { name, tree, own } = session.build ?? noBuild
  if (name === null) return refuse('no_worktree', 'This run has no worktree.')
  const id = (await program.ids()).next()
  const intent = { id, action: request.action, hunks: [...hunks], ...(anyway && { anyway }) }
  const begun = await recordBuild(program, session, { record: 'landing', ...intent })
  if (!begun.ok) return begun
  const worker = { session: session.id, agent: name }
  const landed = await builds(program.home).land(worker, { ...request, id, kept: tree, own }, (outcome) =>
    recordOutcome(program, session, id, outcome),
  )
  if (!landed.ok) {
    const why = landed.refusal.message
    await recordOutcome(program, session, id, { state: 'refused', reason: why, conflicts: [], checks: [] })
    return landed
  }
  return landed.value.state === 'landed' ? ok(landed.value) : refuse('not_kept', refusalText(landed.value))
}

/** Stores how a landing ended. */
export async function recordOutcome(program: Program, session: Session, id: string, landed: Landed): Promise<void> {
  const checks = landed.checks.length > 0 ? { checks: [...landed.checks] } : {}
  // A refusal says that another process has recorded it.
  await (landed.state === 'landed'
    ? recordBuild(program, session, {
        ...{ record: 'landed', id, files: [...landed.files], tree: landed.tree },
        ...(landed.own && { own: landed.own }),
        ...checks,
      })
    : recordBuild(program, session, {
        ...{ record: 'refused', id, reason: landed.reason, conflicts: [...landed.conflicts] },
        ...checks,
      }))
}

function refusalText({ reason, conflicts }: Extract<Landed, { state: 'refused' }>): string {
  const files = conflicts.map(({ path, reason: why }) => `${path}: ${why}`)
  return `${reason}${files.length === 0 ? '.' : `:\n${files.join('\n')}`}`
}

/** Finishes a landing that a killed process has begun, or says that it changed nothing. */
export async function finishBuildLanding(program: Program, session: Session): Promise<Session> {
  const { name, landing } = session.build ?? noBuild
  if (name === null || landing?.state !== 'running') return session
  const { id } = landing
  const worker = { session: session.id, agent: name }
  const finished = await builds(program.home).finish(worker, (outcome) => recordOutcome(program, session, id, outcome))
  if (!finished.ok) return session
  if (finished.value === undefined)
    await recordOutcome(program, session, id, { ...INTERRUPTED, conflicts: [], checks: [] })
  return (await (await program.engine()).state(session.id)) ?? session
}

const INTERRUPTED = { state: 'refused', reason: 'It was interrupted before anything was changed' } as const
