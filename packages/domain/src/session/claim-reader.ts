import { withClaims } from './claims-of.ts'
import type { Domain } from './domain.ts'
import { keepDeeds } from './keep-deeds.ts'

/** The same domain, which also compares what agents say with what they did, and records the result with their words. */
export const readingClaims = (domain: Domain): Domain => ({
  ...domain,
  evolve: (session, event) => keepDeeds(session, domain.evolve(session, event), event),
  next: (session) => {
    const { record, want } = domain.next(session)
    return { record: withClaims(session, record), want }
  },
})
