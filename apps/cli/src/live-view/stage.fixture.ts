import {
  Agent,
  type Command,
  createDomain,
  type Effect,
  type Event,
  emptySession,
  type Fact,
  fact,
  type ModelEffect,
  noLimits,
  type Outcome,
  type RunId,
  type SessionId,
} from '@convene/domain'
import { noStyle } from '../terminal/style.ts'
import { entriesRows } from './entry-rows.ts'
import { foldBatch, foldDelta } from './fold.ts'
import { footerRows } from './footer.ts'
import { type Entry, type Verbosity, type View, viewOf } from './view.ts'

const member = (slug: string, name: string, icon: string) => ({
  ...Agent.parse({ slug, name, icon, prompt: `You are ${name}.` }),
  model: 'local/scripted',
  seat: 'member' as const,
})

export const seats = [
  member('architect', 'Architect', '🏛️'),
  member('security', 'Security', '🛡️'),
  member('writer', '作家', '🖋️'),
]

/** A session that is played by hand: real facts of the domain, and a view that watches them. */
export class Stage {
  readonly #domain = createDomain()
  #state = emptySession('01JSTAGE00000000000000ABCD' as SessionId)
  #under: Effect[] = []
  #view: View
  #now = Date.UTC(2026, 0, 2, 3, 4, 5)
  readonly entries: Entry[] = []

  constructor(verbosity: Verbosity = 'detailed') {
    this.#view = viewOf(this.#state, verbosity)
  }

  get view(): View {
    return this.#view
  }

  start(mode: string, goal: string, count = seats.length): void {
    const members =
      count === 1 ? seats.slice(0, 1).map((seat) => ({ ...seat, seat: 'agent' as const })) : seats.slice(0, count)
    const team = { name: 'ad hoc', slug: 'ad-hoc', members, sharedContext: '', routingContext: '', permissions: {} }
    const models = { 'local/scripted': { price: { input: 3, output: 15 }, context: null } }
    const open = { tools: {}, permissions: [], grants: [], yes: false, interactive: false, variables: {}, mode: {} }
    const run = {
      id: '01JRUN' as RunId,
      mode,
      team,
      limits: { ...noLimits, maxTurns: 30 },
      settings: { models, ...open },
    }
    this.say({ type: 'create', goal, workspace: '/home/ada/ship', run })
  }

  say(command: Command): void {
    this.#append(this.#domain.accept(this.#state, command).facts)
  }

  /** Lets time pass. */
  wait(ms: number): void {
    this.#now += ms
  }

  /** Live text of the call of this agent. */
  streams(agent: string, text: string, kind: 'text' | 'reasoning' = 'text'): void {
    this.#watch(foldDelta(this.#view, this.#call(agent).key, kind, text))
  }

  /** The end of the call of this agent. */
  replies(agent: string, text: string, ms = 2_000, reasoning = ''): void {
    const usage = { input: 300, cached: 0, output: 100 }
    this.#end(agent, { kind: 'reply', text, reasoning, calls: [], usage, finish: 'stop', ms })
  }

  fails(agent: string, code: string, message: string, retryable: boolean): void {
    this.#end(agent, { kind: 'failed', code, message, retryable, partial: '', usage: null, ms: 300 })
  }

  /** What a terminal of this width shows. */
  frame(width: number, rows = 40): string {
    const page = { width, style: noStyle }
    const printed = entriesRows(this.entries, page)
    return [...printed, ...footerRows(this.#view, { ...page, rows, now: this.#now })].join('\n')
  }

  #call(agent: string): ModelEffect {
    const call = this.#under.find((effect) => effect.kind === 'model' && effect.agent === agent)
    if (call?.kind !== 'model') throw new Error(`No call of ${agent} is under way.`)
    return call
  }

  #end(agent: string, outcome: Outcome): void {
    const call = this.#call(agent)
    this.#under = this.#under.filter((effect) => effect !== call)
    this.#append(this.#domain.absorb(this.#state, call, outcome))
  }

  #append(facts: readonly Fact[]): void {
    const batch: Event[] = []
    const first = this.#state.seq + 1
    const add = (each: Fact) => {
      const event = this.#domain.stamp(this.#state, each, this.#now, first)
      batch.push(event)
      this.#state = this.#domain.evolve(this.#state, event)
    }
    facts.forEach(add)
    let step = this.#domain.next(this.#state)
    for (; step.record.length > 0; step = this.#domain.next(this.#state)) step.record.forEach(add)
    for (const effect of step.want) if (this.#isNew(effect)) this.#begin(effect, add)
    this.#watch(foldBatch(this.#view, batch))
  }

  #isNew(effect: Effect): boolean {
    return effect.kind === 'model' && (effect.notBefore ?? 0) <= this.#now && !(effect.key in this.#state.started)
  }

  #begin(effect: Effect, add: (fact: Fact) => void): void {
    if (effect.kind !== 'model') return
    this.#under.push(effect)
    const { key, task, agent, attempt, timeoutMs, model } = effect
    add(fact('effect.started', { effect: key, kind: 'model', attempt, timeoutMs, model }, { task, agent }))
  }

  #watch({ view, entries }: { readonly view: View; readonly entries: readonly Entry[] }): void {
    this.#view = view
    this.entries.push(...entries)
  }
}
