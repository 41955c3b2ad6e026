import { createHmac, timingSafeEqual } from 'node:crypto'
import { SessionId } from '@convene/domain'
import type { PostgresDatabase } from '../database/database.ts'

/** Longer than server clocks differ. */
const VALID_MS = 120_000

/**
 * What one server shows another to read a session's live text. It is made with a key that only servers on the same
 * database have. The key itself is never sent, and a pass is valid for one session on one server, for two minutes.
 */
export type Passes = {
  /** A request to the server that works on the session. */
  request(holder: string, address: string, session: SessionId): Request
  /**
   * The session that a request may read. Undefined if it did not come from another server, was meant for another one,
   * or is too old.
   */
  admits(request: Request): SessionId | undefined
}

const HEADER = 'x-convene-server-pass'
const pathOf = (session: string): string => `/servers/sessions/${session}/text`
const PATH = new RegExp(`^${pathOf('([^/]+)')}$`)

export async function passesOf(database: PostgresDatabase, self: string, now = Date.now): Promise<Passes> {
  const [row] = await database.ask<{ key: string }>({ text: 'SELECT key FROM server_key' })
  if (!row) throw new Error('Broken rule: a prepared database has a key')
  const signed = (holder: string, session: SessionId, at: number) =>
    `${at}.${createHmac('sha256', row.key).update(`live text\n${holder}\n${session}\n${at}`).digest('base64url')}`
  return {
    request: (holder, address, session) =>
      new Request(new URL(pathOf(session), address), {
        headers: { [HEADER]: signed(holder, session, now()) },
        redirect: 'error',
      }),
    admits({ url, headers }) {
      const session = SessionId.safeParse(PATH.exec(new URL(url).pathname)?.[1]).data
      const pass = headers.get(HEADER) ?? ''
      const at = Number(/^(\d{1,15})\./.exec(pass)?.[1] ?? Number.NaN)
      if (session === undefined || !(Math.abs(now() - at) <= VALID_MS)) return undefined
      return isSame(pass, signed(self, session, at)) ? session : undefined
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
