import type { Session } from '@convene/domain'
import { shortId } from '../sessions/find.ts'
import type { Style } from '../terminal/style.ts'

/** What a person can do with a session that rests, as commands to copy. */
export function whatNext(state: Session): readonly (readonly [string, string])[] {
  const id = shortId(state.id)
  const show = ['read it again', `convene sessions show ${id}`] as const
  switch (state.run?.phase) {
    case 'completed':
      return [['ask a follow-up', `convene ask ${id} "…"`], show]
    case 'cancelled':
    case 'failed':
      return [['try again', `convene run "…" --session ${id}`], show]
    default:
      return [
        ['go on', `convene resume ${id}`],
        ['end it', `convene stop ${id}`],
      ]
  }
}

/** The same as lines. */
export function whatNextLines(state: Session, style: Style): readonly string[] {
  const rows = whatNext(state)
  const widest = Math.max(...rows.map(([what]) => what.length))
  return rows.map(([what, command]) => `  ${style.dim(what.padEnd(widest))}  ${command}`)
}
