import type { SessionId } from '@convene/domain'
import type { Database } from './database.ts'
import { forgetIds, forgetWords } from './search.ts'
import { forgetTexts } from './texts.ts'
import { noteRewritten } from './watch-changes.ts'

const statements = [
  'DELETE FROM appends WHERE session = ?',
  'DELETE FROM snapshots WHERE session = ?',
  'DELETE FROM quarantine WHERE session = ?',
  'DELETE FROM decisions WHERE session = ?',
  'DELETE FROM sessions WHERE id = ?',
]

/** Removes everything that belongs only to this session. */
export function removeSession(database: Database, session: SessionId): void {
  forgetWords(database, session)
  for (const statement of statements) database.run(statement, session)
  forgetTexts(database, session)
  forgetIds(database)
  noteRewritten(database)
}
