import { waitsForUser } from '../state/decision.ts'
import { isActive, isAgentPaused, openTasks, type Session } from '../state/session.ts'

/** Time spent waiting for the user counts towards no limit. */
export function keepTime(session: Session, at: number): Session {
  const run = session.run
  if (!run) return session
  const works = isActive(session) && !waitsForPerson(session)
  if (works === (run.workingSince !== null)) return session
  const worked = run.workingSince === null ? run.worked : run.worked + Math.max(0, at - run.workingSince)
  return { ...session, run: { ...run, worked, workingSince: works ? at : null } }
}

const waitsForPerson = (session: Session): boolean =>
  isEmpty(session.started) &&
  !(
    isEmpty(session.asks) &&
    isEmpty(session.questions) &&
    !Object.values(session.decisions).some(waitsForUser) &&
    !openTasks(session).some(({ agent }) => isAgentPaused(session, agent))
  )

function isEmpty(record: object): boolean {
  for (const _key in record) return false
  return true
}
