import {
  type Command,
  createDomain,
  type Effect,
  type Event,
  emptySession,
  type Fact,
  fact,
  noLimits,
  type RunId,
  type RunStart,
  Seat,
  type SeatedTeam,
  type Session,
  type SessionId,
} from '@convene/domain'

export const domain = createDomain()
export const START = Date.UTC(2026, 0, 2, 3, 4, 5)

/** A seat with only what a test needs. */
export const seat = (slug: string, more: object = {}): Seat => {
  const named = { slug, name: slug.toUpperCase(), prompt: `You are ${slug}.` }
  return Seat.parse({ ...named, model: 'test/model', seat: 'member', ...more })
}

export const teamOf = (...members: readonly Seat[]): SeatedTeam => {
  const texts = { sharedContext: '', routingContext: '' }
  return { name: 'ad hoc', slug: 'ad-hoc', members: [...members], permissions: {}, ...texts }
}

type Start = {
  readonly mode?: string
  readonly members?: readonly Seat[]
  readonly rules?: RunStart['settings']['permissions']
}

export function runStart({ mode = 'agent', members = [seat('ada')], rules = [] }: Start = {}): RunStart {
  const models = { 'test/model': { price: { input: 1, output: 2 }, context: null } }
  const choices = { models, tools: {}, permissions: rules, grants: [], variables: {}, mode: {} }
  const settings = { ...choices, yes: false, interactive: true, startedBy: 'user' as const }
  return { id: 'RUN' as RunId, mode, team: teamOf(...members), settings, limits: noLimits }
}

/** A session whose run has just started. */
export const begun = (start: Start = {}): Session =>
  told(emptySession('S' as SessionId), { type: 'create', goal: 'Why?', workspace: '/project', run: runStart(start) })

/** The state after a command and everything that follows from it. */
export const told = (session: Session, command: Command): Session => {
  const play = new Play(session)
  play.tell(command)
  return play.session
}

/** A session that is played event by event, and everything that was recorded. */
export class Play {
  session: Session
  readonly events: Event[] = []

  constructor(session: Session) {
    this.session = session
  }

  tell(command: Command): void {
    this.#record(domain.accept(this.session, command).facts)
  }

  /** Every call that is wanted starts, and the newest one of this agent ends with this text. */
  answer(agent: string, text: string): void {
    this.#record(domain.next(this.session).want.flatMap((effect) => this.#intent(effect)))
    const calls = Object.values(this.session.started).filter((each) => each.kind === 'model' && each.agent === agent)
    const newest = calls.at(-1)
    if (!newest) throw new Error(`${agent} has no call under way`)
    const usage = { input: 100, cached: 0, output: 10 }
    const reply = { kind: 'reply', text, reasoning: '', calls: [], usage, finish: 'stop', ms: 5 } as const
    this.#record(domain.absorb({ ...this.session, started: { [newest.key]: newest } }, newest, reply))
  }

  #intent(effect: Effect): readonly Fact[] {
    if (effect.kind !== 'model' || effect.key in this.session.started) return []
    const { key, attempt, timeoutMs, model, task, agent, reserve } = effect
    const started = { effect: key, kind: 'model', attempt, timeoutMs, model, reserved: reserve } as const
    return [fact('effect.started', started, { task, agent })]
  }

  #record(facts: readonly Fact[]): void {
    const at = this.session.at || START
    const batch = this.session.seq + 1
    for (let queue = facts; queue.length > 0; queue = domain.next(this.session).record)
      for (const each of queue) {
        const event = domain.stamp(this.session, each, at, batch)
        this.events.push(event)
        this.session = domain.evolve(this.session, event)
      }
  }
}
