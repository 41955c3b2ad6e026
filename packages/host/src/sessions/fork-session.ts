import type { Event, EventOf, Result, SessionId } from '@convene/domain'
import { imageFiles } from '@convene/store'
import type { Program } from '../program.ts'
import { readWhole } from './read-whole.ts'
import { restoreFiles } from './restore-files.ts'

/** A session that starts with a copy of another, the place of the cut, and what happened to the files. */
export type ForkedSession = {
  readonly id: SessionId
  readonly from: SessionId
  readonly at: number
  readonly notes: readonly string[]
}

/** Where to cut. At a snapshot, files are restored unless they are to stay as they are. */
export type ForkRequest = { readonly at?: string | undefined; readonly keepFiles?: boolean | undefined }

/**
 * A new session that starts with a copy, up to an event's number, a message, a snapshot or the last stop, or to the end
 * if no place is named.
 */
export async function forkSession(
  program: Program,
  from: SessionId,
  request: ForkRequest = {},
): Promise<Result<ForkedSession>> {
  const at = await placeOf(program, from, request.at)
  if (!at.ok) return at
  const id = (await program.ids()).next() as SessionId
  await imageFiles((await program.store()).blobs).share(from, id)
  const refusal = await (await program.engine()).fork(from, at.value, id)
  if (refusal) return { ok: false, refusal }
  const notes = request.keepFiles ? [] : await restoreFiles(program, from, at.value)
  return { ok: true, value: { id, from, at: at.value, notes } }
}

async function placeOf(program: Program, session: SessionId, at: string | undefined): Promise<Result<number>> {
  const { log } = await program.store()
  if (at === undefined) return { ok: true, value: await log.head(session) }
  if (/^\d+$/u.test(at)) return { ok: true, value: Number(at) }
  const events = await readWhole(log, session)
  if (at.toLowerCase() === BEFORE_STOP) return beforeStop(events)
  const message = events.find(({ id }) => id === at.toLowerCase())
  if (message) return { ok: true, value: message.seq }
  const snapshot = snapshotNamed(events, at)
  if (snapshot) return { ok: true, value: snapshot.seq }
  const last = events.findLast(({ id }) => id !== undefined)?.id ?? 'none'
  const labels = snapshotsIn(events).map(({ data }) => `"${data.label}"`)
  const kept = labels.length > 0 ? `, or a snapshot: ${[...new Set(labels)].join(', ')}` : ''
  const text = `No place "${at}" in this session. Give an event number (1 to ${events.length}), a message (m1 to ${last})${kept}.`
  return { ok: false, refusal: { code: 'bad_place', message: text } }
}

/** The place just before the user stopped the last run. */
export const BEFORE_STOP = 'stop'

/** The fork ends where the append that stopped the run begins. */
function beforeStop(events: readonly Event[]): Result<number> {
  const stop = events.findLast((event): event is EventOf<'run.state'> => event.type === 'run.state')
  const end = events.findLast((event): event is EventOf<'run.finished'> => event.type === 'run.finished')
  const isByUser = end !== undefined && stop !== undefined && end.seq > stop.seq && end.data.reason === 'user'
  if (isByUser && stop.data.to === 'cancelled') return { ok: true, value: stop.batch - 1 }
  return { ok: false, refusal: { code: 'bad_place', message: 'Nobody stopped the last run of this session.' } }
}

const snapshotsIn = (events: readonly Event[]): readonly EventOf<'snapshot'>[] =>
  events.filter((event): event is EventOf<'snapshot'> => event.type === 'snapshot')

/** The newest with this label, after this step, or at this commit. `plan` is the one after the plan's commit. */
function snapshotNamed(events: readonly Event[], at: string): EventOf<'snapshot'> | undefined {
  const wanted = at.toLowerCase()
  const means = ({ data, step }: EventOf<'snapshot'>): boolean =>
    data.label.toLowerCase() === wanted ||
    step?.toLowerCase() === wanted ||
    (wanted === 'plan' && step === undefined) ||
    (wanted.length >= 7 && (data.commit?.startsWith(wanted) ?? false))
  return snapshotsIn(events).findLast(means)
}
