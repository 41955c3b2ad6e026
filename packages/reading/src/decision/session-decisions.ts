import { cleanLine, type DecisionOutcome, type Event, type EventOf, type Facts } from '@convene/domain'

/** A decision of a session, from its proposal on. Until it is committed, its votes come without their options. */
export type SessionDecision = Facts['decision.proposed'] & {
  readonly run: string
  readonly votes: readonly Facts['decision.voted'][]
  readonly committed: Facts['decision.committed'] | null
  /** How it turned out, as the user last reported. Null if not reported, or withdrawn. */
  readonly resolved: DecisionOutcome | null
}

/** The decisions after one more event. The same list if the event is about none of them. */
export function withDecision(known: readonly SessionDecision[], event: Event): readonly SessionDecision[] {
  switch (event.type) {
    case 'decision.proposed':
      return [...known, { ...event.data, run: event.run ?? '', votes: [], committed: null, resolved: null }]
    case 'decision.voted':
      return changed(known, event.run, event.data, ({ votes }) => ({ votes: [...votes, event.data] }))
    case 'decision.committed':
      return changed(known, event.run, event.data, () => ({ committed: event.data }))
    case 'decision.resolved':
      return changed(known, event.data.run, event.data, () => ({ resolved: outcomeIn(event) }))
    default:
      return known
  }
}

/** All decisions of a session, oldest first. */
export const decisionsIn = (events: readonly Event[]): readonly SessionDecision[] => events.reduce(withDecision, [])

/** Ids are unique only within a run. */
function changed(
  known: readonly SessionDecision[],
  run: string | undefined,
  { decision }: { readonly decision: string },
  change: (known: SessionDecision) => Partial<SessionDecision>,
): readonly SessionDecision[] {
  return known.map((each) =>
    each.decision === decision && each.run === (run ?? '') ? { ...each, ...change(each) } : each,
  )
}

function outcomeIn({ at, data }: EventOf<'decision.resolved'>): DecisionOutcome | null {
  const { outcome, option = null, by, note = '' } = data
  return outcome === 'withdrawn' ? null : { outcome, option, by, note, at }
}

/** `“SQLite” was right`. */
export function outcomeWords({ outcome, option }: DecisionOutcome): string {
  const words = { option: `“${option ?? ''}” was right`, none: 'No option was right', unclear: 'Unclear' }
  return words[outcome]
}

/** `“SQLite” was right (2026-03-01). One file was enough.` */
export const outcomeLine = (resolved: DecisionOutcome): string =>
  cleanLine(`${outcomeWords(resolved)} (${new Date(resolved.at).toISOString().slice(0, 10)}). ${resolved.note}`).trim()
