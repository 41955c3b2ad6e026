import {
  createDomain,
  type Event,
  type EventOf,
  emptySession,
  type Fact,
  ownRules,
  type SessionId,
} from '@convene/domain'

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
  const { same, refuted } = followed(first.session, events)
  return events.filter(isStated).map((event) => {
    const { seq, type } = event
    if (same.has(seq)) return { seq, type, came: 'same' as const }
    const isAsked = !isComputed(event) && !refuted.has(seq) && isDecided(event, events)
    return { seq, type, came: isAsked ? 'asked' : isByOtherRules(event) ? 'unknown' : 'other' }
  })
}

type Followed = { readonly same: ReadonlySet<number>; readonly refuted: ReadonlySet<number> }

/** Which results follow from a state, and for which decisions another result does. */
function followed(session: SessionId, events: readonly Event[]): Followed {
  const domain = createDomain()
  const open = new Map<number, readonly Stated[]>()
  for (const event of events.filter(isStated)) open.set(event.batch, [...(open.get(event.batch) ?? []), event])
  const [same, refuted] = [new Set<number>(), new Set<number>()]
  let state = emptySession(session)
  for (const event of events) {
    const wanted = open.get(event.batch)?.filter(({ seq }) => seq >= event.seq && !same.has(seq)) ?? []
    // The clock may have moved on since the event before.
    const next = wanted.length > 0 ? domain.next({ ...state, at: event.at }).record : []
    for (const one of wanted)
      if (next.some((fact) => states(fact, one))) same.add(one.seq)
      else if (next.some((fact) => decidesOtherwise(fact, one))) refuted.add(one.seq)
    state = domain.evolve(state, event)
  }
  return { same, refuted }
}

/** Nobody is asked for a decision that the votes have made. */
const decidesOtherwise = (fact: Fact, event: Stated): boolean =>
  fact.type === 'decision.committed' &&
  event.type === 'decision.committed' &&
  fact.data.decision === event.data.decision

/** Whether what a run says it decided was decided in it, also if somebody stopped it. */
function isDecided(event: Stated, events: readonly Event[]): boolean {
  if (event.type !== 'run.finished' || !event.data.decision) return true
  const { option, how } = event.data.decision
  return events.some(
    ({ type, run, data, seq }) =>
      type === 'decision.committed' &&
      run === event.run &&
      seq < event.seq &&
      data.option === option &&
      data.how === how,
  )
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
