import { type ChainHead, firstWrongLink, type SessionId } from '@convene/domain'
import { digest } from '@convene/platform'
import { storedLinks } from './chain-text.ts'
import type { Database } from './database.ts'
import { storedEvents } from './read-events.ts'

/** `heads`: one hash over the heads of all chains, the same in a complete copy. `broken`: sessions that were rewritten. */
export type ChainsReport = { readonly heads: string; readonly broken: readonly SessionId[] }

/** Computes every chain again. Changes nothing. */
export function checkChains(database: Database): ChainsReport {
  const broken: SessionId[] = []
  const heads: ChainHead[] = []
  for (const row of database.sql('SELECT DISTINCT session FROM appends ORDER BY session').all()) {
    const session = row.session as SessionId
    const links = storedLinks(database, session, 1)
    if (firstWrongLink(session, storedEvents(database, session), links, digest) !== undefined) broken.push(session)
    heads.push(...links.slice(-1))
  }
  return { broken, heads: digest(heads.map(({ link }) => link).join('\n')) }
}
