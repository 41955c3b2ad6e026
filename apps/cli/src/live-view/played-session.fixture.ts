import {
  Agent,
  type Command,
  createDomain,
  type Effect,
  type Event,
  emptySession,
  type Fact,
  fact,
  type Json,
  type ModelEffect,
  noLimits,
  type Outcome,
  type Resource,
  type Rules,
  type RunId,
  redactVotes,
  type Session,
  type SessionId,
} from '@convene/domain'
import { inquiryFor } from '../asking/inquiry.ts'
import { inquiryRows } from '../asking/inquiry-rows.ts'
import { noStyle } from '../terminal/style.ts'
import { entriesRows } from './entry-rows.ts'
import { foldBatch, foldLiveText } from './fold.ts'
import { footerRows } from './footer.ts'
import { isGate, type LiveEntry, type LiveView, type Verbosity, viewOf } from './view.ts'

const member = (slug: string, name: string, icon: string) => ({
  ...Agent.parse({ slug, name, icon, prompt: `You are ${name}.` }),
  model: 'local/scripted',
  seat: 'member' as const,
})

const tool = (name: string, permission: string, readOnly: boolean) => ({
  name,
  description: '',
  input: {},
  permission,
  readOnly,
  timeoutMs: 1_000,
})
const tools = { read: tool('read', 'read', true), edit: tool('edit', 'edit', false), bash: tool('bash', 'bash', false) }

export const seats = [
  member('architect', 'Architect', '🏛️'),
  member('security', 'Security', '🛡️'),
  member('writer', '作家', '🖋️'),
]

const head = { ...member('head', 'Head', '👑'), seat: 'lead' as const }
const moderator = { ...member('moderator', 'Moderator', '⚖️'), seat: 'judge' as const }

/** A session played by hand: real domain events, and a view that follows them. */
export class PlayedSession {
  readonly #domain = createDomain()
  #state = emptySession('01JSTAGE00000000000000ABCD' as SessionId)
  #under: Effect[] = []
  #view: LiveView
  #now = Date.UTC(2026, 0, 2, 3, 4, 5)
  readonly entries: LiveEntry[] = []

  constructor(verbosity: Verbosity = 'detailed') {
    this.#view = viewOf(this.#state, verbosity)
  }

  get view(): LiveView {
    return this.#view
  }

  get session(): Session {
    return this.#state
  }

  start(mode: string, goal: string, count = seats.length, rules: Rules = {}): void {
    const everyone = mode === 'delegate' ? seats.map((seat) => ({ ...seat, delegates: 'all' as const })) : seats
    const members =
      count === 1 ? seats.slice(0, 1).map((seat) => ({ ...seat, seat: 'agent' as const })) : everyone.slice(0, count)
    const led = mode === 'panel' || mode === 'reflect' ? { lead: head, judge: moderator } : {}
    const team = {
      ...led,
      name: 'ad hoc',
      slug: 'ad-hoc',
      members,
      sharedContext: '',
      routingContext: '',
      permissions: {},
    }
    const models = { 'local/scripted': { price: { input: 3, output: 15 }, context: null } }
    const permissions = [{ layer: 'user', rules }]
    const open = {
      tools,
      permissions,
      grants: [],
      yes: mode === 'panel' || mode === 'plan',
      startedBy: 'user' as const,
      interactive: true,
      variables: {},
      mode: {},
    }
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

  /** Live text from this agent's call. */
  streams(agent: string, text: string, kind: 'text' | 'reasoning' = 'text'): void {
    this.#watch(foldLiveText(this.#view, this.#call(agent).key, kind, text))
  }

  /** The end of this agent's call. */
  replies(agent: string, text: string, ms = 2_000, reasoning = ''): void {
    const usage = { input: 300, cached: 0, output: 100 }
    this.#end(this.#call(agent), { kind: 'reply', text, reasoning, calls: [], usage, finish: 'stop', ms })
  }

  /** A reply that calls tools. */
  calls(agent: string, ...calls: readonly (readonly [string, Json])[]): void {
    const usage = { input: 300, cached: 0, output: 100 }
    const wanted = calls.map(([tool, input]) => ({ tool, input }))
    this.#end(this.#call(agent), {
      kind: 'reply',
      text: '',
      reasoning: '',
      calls: wanted,
      usage,
      finish: 'tools',
      ms: 900,
    })
  }

  /** What the next inspected call would touch. */
  touches(...resources: readonly Resource[]): void {
    this.#end(this.#next('inspect'), { kind: 'inspected', resources })
  }

  /** The end of the running tool. */
  tool(output: Extract<Outcome, { kind: 'output' }>): void {
    this.#end(this.#next('tool'), output)
  }

  /** The workspace was captured, after a commit or a step. */
  captured(): void {
    this.#end(this.#next('capture'), { kind: 'captured', commit: null, patch: '' })
  }

  fails(agent: string, code: string, message: string, retryable: boolean): void {
    this.#end(this.#call(agent), { kind: 'failed', code, message, retryable, partial: '', usage: null, ms: 300 })
  }

  /** What a terminal of this width shows. */
  frame(width: number, rows = 40): string {
    const page = { width, style: noStyle }
    const printed = entriesRows(this.entries, page)
    const inquiry = inquiryFor(undefined, this.#state)
    const asked = inquiry
      ? ['', ...inquiryRows(inquiry, this.#state, { ...page, rows, gateIsShown: this.entries.some(isGate) })]
      : []
    return [...printed, ...footerRows(this.#view, { ...page, rows, now: this.#now }), ...asked].join('\n')
  }

  #call(agent: string): ModelEffect {
    const call = this.#under.find((effect) => effect.kind === 'model' && effect.agent === agent)
    if (call?.kind !== 'model') throw new Error(`No call of ${agent} is under way.`)
    return call
  }

  #next(kind: Effect['kind']): Effect {
    const found = this.#under.find((effect) => effect.kind === kind)
    if (!found) throw new Error(`No ${kind} is under way.`)
    return found
  }

  #end(call: Effect, outcome: Outcome): void {
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
    this.#watch(foldBatch(this.#view, redactVotes(batch)))
  }

  #isNew(effect: Effect): boolean {
    const isUnder = this.#under.some(({ key }) => key === effect.key)
    return effect.kind !== 'timer' && (effect.notBefore ?? 0) <= this.#now && !isUnder
  }

  #begin(effect: Effect, add: (fact: Fact) => void): void {
    this.#under.push(effect)
    if (effect.kind === 'tool') {
      const { key, kind, task, call, attempt, timeoutMs } = effect
      add(fact('effect.started', { effect: key, kind, call, attempt, timeoutMs }, { task }))
    }
    if (effect.kind !== 'model') return
    const { key, kind, task, agent, attempt, timeoutMs, model } = effect
    add(fact('effect.started', { effect: key, kind, attempt, timeoutMs, model }, { task, agent }))
  }

  #watch({ view, entries }: { readonly view: LiveView; readonly entries: readonly LiveEntry[] }): void {
    this.#view = view
    this.entries.push(...entries)
  }
}
