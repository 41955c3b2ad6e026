import { type ChainHead, type Domain, type Fact, ownRules, type Session, sealText } from '@convene/domain'
import type { EvidencePort } from '../ports/evidence.ts'
import type { Ports } from '../ports/ports.ts'

/** The domain, whose events are complete: a session has its salt, a vote its seal, and a result its rules. */
export const withEvidence = (domain: Domain, evidence: EvidencePort | undefined): Domain =>
  evidence
    ? {
        ...domain,
        stamp: (session, fact, at, batch) => domain.stamp(session, completed(fact, evidence), at, batch),
      }
    : domain

function completed(fact: Fact, { salt, digest }: EvidencePort): Fact {
  if (fact.type === 'session.created') return { ...fact, data: { ...fact.data, salt: salt() } }
  if (fact.type === 'decision.committed') return { ...fact, data: { ...fact.data, rules: ownRules } }
  if (fact.type === 'run.finished') return { ...fact, data: { ...fact.data, rules: ownRules } }
  if (fact.type !== 'decision.voted') return fact
  const own = salt()
  return { ...fact, data: { ...fact.data, seal: { hash: digest(sealText(own, fact.data)), salt: own } } }
}

/** The end of a run, with the chain up to the append before it. */
export const withHead = (fact: Fact, head: ChainHead | undefined): Fact =>
  head && fact.type === 'run.finished' ? { ...fact, data: { ...fact.data, head } } : fact

/** The chain that these facts need to name, if one of them ends a run. */
export const headFor = async (
  ports: Pick<Ports, 'log'>,
  session: Session,
  facts: readonly Fact[],
): Promise<ChainHead | undefined> =>
  facts.some(({ type }) => type === 'run.finished') ? headAt(ports, session) : undefined

/** The chain of a session that is at this place. Undefined if somebody else has continued it, or if it has none. */
export async function headAt({ log }: Pick<Ports, 'log'>, { id, seq }: Session): Promise<ChainHead | undefined> {
  const [head] = seq > 0 ? await log.links(id, seq) : []
  return head?.seq === seq && head.link !== '' ? head : undefined
}
