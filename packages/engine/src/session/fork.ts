import {
  type ChainHead,
  type Domain,
  type Event,
  emptySession,
  type Fact,
  fact,
  isActive,
  type MadeChange,
  type Person,
  placeOfCheck,
  type Session,
  type SessionId,
} from '@convene/domain'

/** A fork's change, its title, and who made it. */
export type Changed = { readonly change?: MadeChange; readonly title?: string; readonly person?: Person }

/** A fork's log: the copied appends and its own first one. */
export type Fork = { readonly state: Session; readonly events: readonly Event[] }

/**
 * The log of a fork: everything up to the end of the append that contains `at`, since half a reaction is not a valid
 * state. Calls in progress there are not in progress here and cost nothing. An unfinished run waits, paused.
 */
export function forkOf(
  domain: Domain,
  source: readonly Event[],
  cut: {
    readonly at: number
    readonly id: SessionId
    readonly now: number
    readonly changed?: Changed | undefined
    readonly links?: readonly ChainHead[]
  },
): Fork | undefined {
  const border = source.findLast((event) => event.seq <= cut.at)?.batch
  if (border === undefined) return undefined
  const copied = source.filter((event) => event.batch <= border).map((event) => ({ ...event, session: cut.id }))
  const from = source[0]?.session
  let state = copied.reduce((folded, event) => domain.evolve(folded, event), emptySession(cut.id))
  const events: Event[] = [...copied]
  const { change, title, person } = cut.changed ?? {}
  const forked = fact('session.forked', {
    from: from ?? cut.id,
    seq: state.seq,
    ...linkAt(cut.links, state.seq),
    ...(change && { change }),
  })
  const titled = title === undefined ? [] : [fact('session.updated', { title })]
  for (const next of [forked, ...titled, ...laidDown(state)]) {
    const event = domain.stamp(state, person ? { ...next, person } : next, cut.now, copied.length + 1)
    events.push(event)
    state = domain.evolve(state, event)
  }
  return { state, events }
}

function linkAt(links: readonly ChainHead[] = [], at: number): { readonly link?: string } {
  const link = links.find(({ seq }) => seq === at)?.link ?? ''
  return link === '' ? {} : { link }
}

function laidDown(state: Session): readonly Fact[] {
  const lost = Object.values(state.started).flatMap((effect) => {
    if (effect.kind === 'check') return [fact('effect.lost', { effect: effect.key }, placeOfCheck(effect))]
    const isCall = effect.kind === 'model' || effect.kind === 'tool'
    return isCall ? [fact('effect.lost', { effect: effect.key }, { task: effect.task })] : []
  })
  if (!isActive(state) || !state.run) return lost
  return [...lost, fact('run.state', { from: state.run.phase, to: 'paused', trigger: 'userPaused', reason: 'forked' })]
}
