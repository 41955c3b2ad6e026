import { EVAL_TAG, type Result, refuse, shortId } from '@convene/domain'
import { readPublic, type SessionQuery } from '@convene/engine'
import type { Program } from '@convene/host'
import {
  compareStored,
  deleteSession,
  ExportQueue,
  exportSession,
  keepFile,
  withInterrupted,
  withSentences,
  writeInThread,
} from '@convene/host'
import type { Output } from '@convene/protocol'
import type { Given, Handlers } from '../context.ts'
import { wireOf } from '../stream/encode.ts'
import { cursorOf, cursorPlace } from './cursor.ts'
import { filterOf } from './event-filter.ts'
import { pageOfEvents } from './events.ts'
import { sessionBy, sessionId } from './find.ts'
import { pictureOf } from './picture.ts'
import { rowView } from './row-view.ts'
import { sessionViewOf } from './view.ts'

const USUAL = 50

/** One for the whole process, because it bounds the memory of the process. */
const exports = new ExportQueue()

type Names =
  | 'sessions'
  | 'session'
  | 'updateSession'
  | 'deleteSession'
  | 'events'
  | 'event'
  | 'image'
  | 'compareSessions'
  | 'upload'
  | 'uploadToSession'
  | 'exportSession'

/** Viewing, renaming, exporting and deleting sessions. */
export const sessionHandlers: Handlers<Names> = {
  sessions: async ({ program }, given) => {
    const limit = given.limit ?? USUAL
    const before = given.before === undefined ? undefined : cursorPlace(given.before)
    if (before === null) return refuse('bad_cursor', '`before` must be the `next` of the previous page.')
    const query = { ...queryOf(given), exceptTag: EVAL_TAG, limit, ...(before && { before }) }
    const rows = await withInterrupted(program, await (await program.store()).log.list(query))
    const last = rows.length === limit ? rows.at(-1) : undefined
    const items = (await withSentences(program, given.query, rows)).map(rowView)
    return { ok: true, value: { items, next: last ? cursorOf(last) : null } }
  },
  session: async ({ program }, { id }) => {
    const found = await sessionBy(program, id)
    return found.ok ? { ok: true, value: await sessionViewOf(program, found.value) } : found
  },
  updateSession: async ({ program }, { id, title, pinned, tags, order, constraints }) => {
    const found = await sessionId(program, id)
    if (!found.ok) return found
    const change = {
      ...(title !== undefined && { title }),
      ...(pinned !== undefined && { pinned }),
      ...(tags !== undefined && { tags }),
      ...(order !== undefined && { order }),
      ...(constraints !== undefined && { constraints }),
    }
    const refusal = await (await program.engine()).send(found.value, { type: 'update', ...change })
    return refusal ? { ok: false, refusal } : { ok: true, value: { done: true } }
  },
  deleteSession: async ({ program }, { id }) => {
    const found = await sessionId(program, id)
    if (!found.ok) return found
    const deleted = await deleteSession(program, found.value)
    return typeof deleted === 'object' ? { ok: false, refusal: deleted } : { ok: true, value: { done: true } }
  },
  events: async ({ program }, given) => {
    const filter = filterOf(given)
    if (!filter.ok) return filter
    const found = await sessionBy(program, given.id)
    return found.ok ? { ok: true, value: await pageOfEvents(program, found.value, given, filter.value) } : found
  },
  event: async ({ program }, { id, seq }) => {
    const found = await sessionBy(program, id)
    if (!found.ok) return found
    const { log } = await program.store()
    const number = /^[1-9]\d{0,9}$/u.test(seq) ? Number(seq) : 0
    const [event] =
      number > 0 ? await readPublic(log, found.value.id, { after: number - 1, limit: 1, known: found.value }) : []
    return event ? { ok: true, value: wireOf(event, undefined) } : refuse('event_not_found', `Event ${seq} not found.`)
  },
  image: ({ program }, given) => pictureOf(program, given),
  compareSessions: async ({ program }, { a, b }) => {
    const [one, other] = [await sessionId(program, a), await sessionId(program, b)]
    if (!one.ok) return one
    if (!other.ok) return other
    return { ok: true, value: await compareStored(program, one.value, other.value) }
  },
  upload: ({ program }, given) => upload(program, given),
  uploadToSession: async ({ program }, given) => {
    const found = await sessionId(program, given.id)
    return found.ok ? upload(program, given) : found
  },
  exportSession: async ({ program, caller }, { id, format = 'md', redact }) => {
    const found = await sessionId(program, id)
    if (!found.ok) return found
    const options = { format, redact: redact === '1', write: writeInThread }
    const who = caller?.id ?? 'user'
    // The events are read when it is its turn: otherwise those of all waiting exports would be in memory.
    const exported = await exports.run(who, () => exportSession(program, found.value, options))
    if (!exported.ok) return exported
    const { text, mediaType, ending } = exported.value
    return { ok: true, value: { text, mediaType, name: `convene-${shortId(id)}.${ending}` } }
  },
}

/** Filters other than phases. */
const filters: { readonly [state: string]: SessionQuery } = {
  'needs-you': { waiting: true },
  active: { active: true },
  done: { state: 'completed' },
}

function queryOf({ query, state, team, workspace }: Given<'sessions'>): SessionQuery {
  return {
    ...(query !== undefined && { query }),
    ...(state !== undefined && (filters[state] ?? { state })),
    ...(team !== undefined && { team }),
    ...(workspace !== undefined && { workspace }),
  }
}

async function upload(program: Program, { file, name }: Given<'upload'>): Promise<Result<Output<'upload'>>> {
  const kept = await keepFile(program, file)
  return { ok: true, value: { ...kept, name: name ?? kept.hash.slice(0, 8) } }
}
