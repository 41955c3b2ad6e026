import { Chain, type ChainHead, type SessionId } from '@convene/domain'
import { digest } from '@convene/platform'
import type { Database } from './database.ts'

/** What is kept of a session's chain to continue it: its newest link, and its salt. */
export const chainText = ({ link, secret }: Chain): string => `${link} ${secret}`

/** The chain of a session, continued. */
export function chainFrom(session: SessionId, text = ''): Chain {
  const [link = '', secret = ''] = text.split(' ')
  return new Chain(session, digest, link === '' ? undefined : { link, secret })
}

/** The links of a session's appends from event `from` on. */
export function storedLinks(database: Database, session: SessionId, from: number): readonly ChainHead[] {
  const rows = database
    .sql('SELECT seq, link FROM appends WHERE session = ? AND seq >= ? ORDER BY seq')
    .all(session, from)
  return rows.map((row) => ({ seq: row.seq as number, link: row.link as string }))
}
