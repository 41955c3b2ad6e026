import type { SessionId } from '@convene/domain'
import type { Program } from '../program.ts'
import { changesIn, revertChange } from './changes.ts'
import { shortId } from './find-session.ts'
import { readWhole } from './read-whole.ts'

const NOT_YOURS =
  'Its files were left as they are: only the person who started the session, or an admin, can revert its changes.'

/**
 * Restores the workspace to a snapshot: later changes by the session are reverted, newest first, each file exactly or
 * not at all. If the place is not a snapshot, or while the session runs, files are left alone. Returns what was done,
 * as text.
 */
export async function restoreFiles(program: Program, session: SessionId, at: number): Promise<readonly string[]> {
  const { log, ownership } = await program.store()
  const events = await readWhole(log, session)
  if (!events.some(({ type, seq }) => type === 'snapshot' && seq === at)) return []
  const later = changesIn(events).filter(({ event, reverted }) => !reverted && event.seq > at)
  const [first] = later
  if (!first) return []
  const command = { type: 'reverted', artifact: first.event.data.id } as const
  if (await (await program.engine()).refuses(session, command)) return [NOT_YOURS]
  if (await ownership.owned(session)) return ['The session is still running, so its files were left as they are.']
  const back: string[] = []
  const left: string[] = []
  for (const { name } of later.toReversed()) {
    const reverted = await revertChange(program, session, name)
    if (reverted.ok) back.push(reverted.value.what)
    else left.push(reverted.refusal.message)
  }
  const again = `To apply them again: convene sessions patch ${shortId(session)}`
  return [
    ...(back.length > 0 ? [`Files restored to the snapshot: ${[...new Set(back)].join(', ')}. ${again}`] : []),
    ...left.map((message) => `Not restored: ${message}`),
  ]
}
