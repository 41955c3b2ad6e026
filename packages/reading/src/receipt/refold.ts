import { createDomain, type Event, type EventOf, emptySession, type Fact, ownRules } from '@convene/domain'

/** An event that states a result, and whether the events before it lead to the same one. */
export type RefoldedResult = {
  readonly seq: number
  readonly type: 'decision.committed' | 'run.finished'
  /**
   * `asked`: by somebody's word, such as a lead's decision or a stop, which the log has and no rule computes. `unknown`:
   * by rules that this version does not have, so it can neither confirm nor refute it.
   */
  readonly came: 'same' | 'asked' | 'unknown' | 'other'
}

type Stated = EventOf<'decision.committed'> | EventOf<'run.finished'>

const isStated = (event: Event): event is Stated => event.type === 'decision.committed' || event.type === 'run.finished'

/**
 * Folds the events again and works out every result from those before it, by the rules of this version. What follows
 * from a state is one append, so each result must follow from a state within its append.
 */
export function refold(events: readonly Event[]): readonly RefoldedResult[] {
  const [first] = events
  if (!first) return []
  const domain = createDomain()
  const open = new Map<number, readonly Stated[]>()
  for (const event of events.filter(isStated)) open.set(event.batch, [...(open.get(event.batch) ?? []), event])
  const same = new Set<number>()
  let state = emptySession(first.session)
  for (const event of events) {
    const wanted = open.get(event.batch)?.filter(({ seq }) => seq >= event.seq && !same.has(seq)) ?? []
    if (wanted.length > 0) {
      // The clock may have moved on since the event before.
      const next = domain.next({ ...state, at: event.at }).record
      for (const one of wanted) if (next.some((fact) => states(fact, one))) same.add(one.seq)
    }
    state = domain.evolve(state, event)
  }
  return events.filter(isStated).map((event) => {
    const { seq, type } = event
    return { seq, type, came: same.has(seq) ? ('same' as const) : cameBy(event) }
  })
}

function cameBy(event: Stated): RefoldedResult['came'] {
  if (!isComputed(event)) return 'asked'
  return isByOtherRules(event) ? 'unknown' : 'other'
}

const isComputed = ({ type, data }: Stated): boolean =>
  type === 'run.finished' ? data.state === 'completed' : data.how === 'majority' || data.how === 'record'

/** Whether it names rules that this version does not have. */
const isByOtherRules = ({ data: { rules } }: Stated): boolean =>
  rules !== undefined && (rules.counting !== ownRules.counting || rules.fold !== ownRules.fold)

/** What can be said of these results if the events cannot be folded at all. Undefined: they should have been. */
export function unfolded(events: readonly Event[]): readonly RefoldedResult[] | undefined {
  const stated = events.filter(isStated)
  if (!stated.some(isByOtherRules)) return undefined
  return stated.map((event) => ({
    seq: event.seq,
    type: event.type,
    came: isComputed(event) ? ('unknown' as const) : ('asked' as const),
  }))
}

function states(fact: Fact, event: Stated): boolean {
  if (fact.type !== event.type) return false
  return JSON.stringify(verdictOf(fact)) === JSON.stringify(verdictOf(event))
}

/** What counts of a result, without the words. */
function verdictOf({ type, data }: Fact): unknown {
  if (type === 'decision.committed') {
    const { decision, option, how, votes, probability = null } = data
    return [decision, option, how, votes, probability]
  }
  if (type !== 'run.finished') return undefined
  const { state, reason, lacks = null, decision = null, proof = null } = data
  const decided = decision && [
    decision.option,
    decision.how,
    decision.votes,
    decision.voters,
    decision.probability ?? null,
  ]
  return [state, reason, lacks, decided, proof]
}
