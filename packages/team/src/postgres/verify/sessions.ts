import { createDomain, type Event, emptySession, firstWrongLink, type Image, type SessionId } from '@convene/domain'
import type { Blobs, EventLog } from '@convene/engine'
import { digest } from '@convene/platform'
import type { PostgresDatabase } from '../database/database.ts'

/** What is wrong with a session, in words. */
export type BadSession = { readonly id: SessionId; readonly why: string }

export type SessionsReport = {
  readonly sessions: number
  readonly events: number
  readonly bad: readonly BadSession[]
  /** Images that events refer to, and how many of them are missing. */
  readonly images: number
  readonly missingImages: number
  /** One hash over the heads of all chains: the same in a complete copy. */
  readonly heads: string
}

const PAGE = 500
const PART = 1_000

/** Reads and folds every session from its first event. Changes nothing. */
export async function checkSessions(
  database: PostgresDatabase,
  log: Pick<EventLog, 'read' | 'links' | 'stored'>,
  blobs: Blobs,
): Promise<SessionsReport> {
  const total = { sessions: 0, events: 0, images: 0, missingImages: 0 }
  const heads: string[] = []
  const bad: BadSession[] = [...(await unlisted(database))]
  for await (const { id, seq } of allSessions(database)) {
    total.sessions += 1
    try {
      const { events, images } = await fold(log, id)
      total.events += events
      if (events !== seq) bad.push({ id, why: `has ${events} of ${seq} events` })
      const links = await log.links(id)
      heads.push(links.at(-1)?.link ?? '')
      const wrong = firstWrongLink(id, await log.stored(id), links, digest)
      if (wrong !== undefined) bad.push({ id, why: `was changed in or before event ${wrong}` })
      for (const { hash } of images) {
        total.images += 1
        if (!(await blobs.get({ session: id }, hash))) total.missingImages += 1
      }
    } catch (error) {
      bad.push({ id, why: (error as Error).message })
    }
  }
  return { ...total, bad, heads: digest(heads.join('\n')) }
}

async function* allSessions(
  database: PostgresDatabase,
): AsyncGenerator<{ readonly id: SessionId; readonly seq: number }> {
  for (let after = ''; ; ) {
    const text = `SELECT id, seq FROM sessions WHERE id > $1 ORDER BY id LIMIT ${PAGE}`
    const rows = await database.ask<{ id: SessionId; seq: number }>({ text, values: [after] })
    yield* rows
    after = rows.at(-1)?.id ?? ''
    if (rows.length < PAGE) return
  }
}

/** Events of sessions that are not listed. */
async function unlisted(database: PostgresDatabase): Promise<readonly BadSession[]> {
  const text = `SELECT DISTINCT session AS id FROM appends a WHERE NOT EXISTS (SELECT FROM sessions s WHERE s.id = a.session)`
  const rows = await database.ask<{ id: SessionId }>({ text })
  return rows.map(({ id }) => ({ id, why: 'has events, but is not in the list of sessions' }))
}

async function fold(log: Pick<EventLog, 'read'>, id: SessionId) {
  const domain = createDomain()
  const images = new Map<string, Image>()
  let state = emptySession(id)
  for (;;) {
    const part = await log.read(id, state.seq, PART)
    for (const event of part) {
      if (event.seq !== state.seq + 1) throw new Error(`event ${state.seq + 1} is missing`)
      state = domain.evolve(state, event)
      for (const image of imagesIn(event)) images.set(image.hash, image)
    }
    if (part.length < PART) return { events: state.seq, images: [...images.values()] }
  }
}

const imagesIn = (event: Event): readonly Image[] =>
  event.type === 'message' || event.type === 'tool.finished' ? (event.data.images ?? []) : []
