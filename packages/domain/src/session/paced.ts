import type { EventOf } from '../event/event.ts'
import { workedBy } from '../run/run-times.ts'
import type { Run, Session } from '../state/session.ts'

/** Remembers how much time the rest of a run will take at most, judging by what is done. */
export function paced(session: Session, { data, at }: EventOf<'progress'>): Session {
  const { run } = session
  const left = run && leftAfter(data, workedBy(run, at))
  return left ? { ...session, run: { ...run, left } } : session
}

/** The mode's own view of what is left, else the pace so far. Nothing before the first part is done. */
function leftAfter({ done, total, etaMs }: EventOf<'progress'>['data'], worked: number): Run['left'] {
  if (done === 0) return undefined
  const ms = etaMs ?? (total === undefined ? undefined : (worked / done) * Math.max(0, total - done))
  return ms === undefined ? undefined : { ms: Math.round(ms), worked }
}
