import type { Event } from '../event/event.ts'
import type { Modes } from '../modes/modes.ts'
import type { Session } from '../state/session.ts'

/** Calls from an earlier run may end during this one. */
export const isOfRun = ({ run }: Session, event: Event): boolean => event.run === undefined || event.run === run?.id

/** The mode's own data after an event of its run. */
export function evolveMode(session: Session, event: Event, modes: Modes): Session {
  const run = session.run
  const mode = run && modes[run.mode]
  if (!run || !mode || !isOfRun(session, event)) return session
  if (event.type === 'run.started') {
    const data = mode.blank(run.team, run.settings, session.tags)
    return { ...session, run: { ...run, traits: mode.traits, data } }
  }
  const data = mode.evolve(run.data, event)
  return data === run.data ? session : { ...session, run: { ...run, data } }
}
