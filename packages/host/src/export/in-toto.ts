import type { Event, Session } from '@convene/domain'
import { provenanceOf } from './provenance.ts'

const STATEMENT = 'https://in-toto.io/Statement/v1'
const PREDICATE = 'urn:convene:session:1'

/**
 * The session behind a commit as an in-toto statement. Its subjects are the commits, or else the head of the session's
 * chain. Empty if it has neither. It is not signed: a signer such as cosign puts it into its envelope.
 */
export function inTotoOf(session: Session, events: readonly Event[]): string {
  const { commits, head, ...predicate } = provenanceOf(session, events)
  const subject =
    commits.length > 0
      ? commits.map((commit) => ({ name: 'commit', digest: { gitCommit: commit } }))
      : head
        ? [{ name: `session ${session.id}`, digest: { sha256: head.link } }]
        : []
  if (subject.length === 0) return ''
  const statement = { _type: STATEMENT, subject, predicateType: PREDICATE, predicate: { ...predicate, head } }
  return `${JSON.stringify(statement, null, 2)}\n`
}
