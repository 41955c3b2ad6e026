import type {
  CaptureEffect,
  CheckEffect,
  Domain,
  Effect,
  EffectKey,
  ModelEffect,
  Outcome,
  Session,
} from '@convene/domain'
import { captureWorkspace } from '../effect/capture-workspace.ts'
import { runCheck } from '../effect/run-check.ts'
import { type Partial, runModel } from '../effect/run-model.ts'
import { inspectTool, runTool, toolRequest } from '../effect/run-tool.ts'
import type { AbortController } from '../platform.ts'
import type { Budgets } from '../ports/budgets.ts'
import type { CircuitBreakers } from '../ports/circuits.ts'
import type { Ports } from '../ports/ports.ts'
import type { LiveText } from '../ports/text-elsewhere.ts'

/** Long enough to inspect a file. A paid answer does not wait longer to be stored. */
const MOMENT_MS = 20

type Running = { readonly effect: Effect; readonly abort: AbortController; readonly partial: Partial }

export type PerformerContext = {
  readonly ports: Ports
  readonly domain: Domain
  readonly breakers: CircuitBreakers
  onDelta(effect: EffectKey, kind: 'text' | 'reasoning', text: string): void
  onEnd(effect: Effect, outcome: Outcome): void
}

/** Keeps exactly the wanted effects running: starts, aborts, and reports every end once. */
export class Performer {
  readonly #stage: PerformerContext
  readonly #running = new Map<EffectKey, Running>()
  /** Created on demand: aborting one costs as much as a query. */
  #dropped: AbortController | undefined

  constructor(stage: PerformerContext) {
    this.#stage = stage
  }

  /** Something whose end belongs in the log is running. */
  get isBusy(): boolean {
    return [...this.#running.values()].some(({ effect }) => effect.kind !== 'inspect' && effect.kind !== 'capture')
  }

  /** Nothing runs, not even something the log does not mention. */
  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** The text of each running call so far. */
  get partials(): readonly LiveText[] {
    return [...this.#running.values()].flatMap(({ effect: { key: effect }, partial }) =>
      (['reasoning', 'text'] as const).flatMap((kind) =>
        partial[kind] ? [{ effect, kind, text: partial[kind] }] : [],
      ),
    )
  }

  /** Aborts what is no longer wanted and starts what is new. */
  reconcile(state: Session, wanted: readonly Effect[], starting: readonly Effect[]): void {
    const keys = new Set(wanted.map(({ key }) => key))
    for (const [key, { abort }] of this.#running) if (!keys.has(key)) abort.abort()
    for (const effect of starting) if (!this.#running.has(effect.key)) void this.#start(state, effect)
  }

  /** Starts inspections and waits briefly. Those that take longer end later, like everything else. */
  async look(state: Session, effects: readonly Effect[]): Promise<void> {
    const { clock } = this.#stage.ports
    const looking = effects.filter(({ key }) => !this.#running.has(key)).map((effect) => this.#start(state, effect))
    await new Promise<void>((resolve) => {
      const cancel = clock.after(MOMENT_MS, resolve)
      void Promise.all(looking).then(() => {
        cancel()
        resolve()
      })
    })
  }

  /** Ends everything and reports nothing: whichever process opens the session next will find it lost. */
  drop(): void {
    const running = [...this.#running.values()]
    this.#running.clear()
    for (const { abort } of running) abort.abort()
    this.#dropped?.abort()
  }

  #start(state: Session, effect: Effect): Promise<void> {
    const running: Running = {
      effect,
      abort: this.#stage.ports.abortController(),
      partial: { text: '', reasoning: '' },
    }
    this.#running.set(effect.key, running)
    return this.#perform(state, running).then((outcome) => {
      // Dropped in the meantime: this process no longer speaks for the session.
      if (this.#running.get(effect.key) !== running) return
      this.#running.delete(effect.key)
      this.#stage.onEnd(effect, outcome)
    })
  }

  #perform(state: Session, running: Running): Promise<Outcome> {
    const { effect } = running
    switch (effect.kind) {
      case 'model':
        return this.#callModel(state, running, effect)
      case 'tool':
      case 'inspect':
        return this.#callTool(state, running, effect)
      case 'capture':
        return this.#capture(state, effect)
      case 'check':
        return this.#check(state, running, effect)
      case 'timer':
        throw new Error('Broken rule: a timer is a time, and never started')
    }
  }

  async #callModel(state: Session, running: Running, effect: ModelEffect): Promise<Outcome> {
    const { ports, domain, breakers, onDelta } = this.#stage
    const call = { session: state.id, model: effect.model }
    const refused = (ports.budgets && (await refuseCost(ports.budgets, state, effect))) ?? (await breakers.enter(call))
    if (refused) return refused
    const outcome = await runModel({
      model: ports.model,
      clock: ports.clock,
      effect,
      request: domain.prompt(state, effect),
      abort: running.abort,
      partial: running.partial,
      onDelta: (kind, text) => onDelta(effect.key, kind, text),
    })
    await breakers.leave(call, outcome)
    return outcome
  }

  #capture(state: Session, effect: CaptureEffect): Promise<Outcome> {
    const { workspace, clock, abortController } = this.#stage.ports
    this.#dropped ??= abortController()
    return captureWorkspace({ workspace, clock, session: state, effect, dropped: this.#dropped.signal })
  }

  #check(state: Session, { abort }: Running, effect: CheckEffect): Promise<Outcome> {
    const { checks, clock } = this.#stage.ports
    return runCheck({ checks, clock, session: state, effect, abort })
  }

  async #callTool(
    state: Session,
    { abort }: Running,
    effect: Extract<Effect, { kind: 'tool' | 'inspect' }>,
  ): Promise<Outcome> {
    const { tools, clock } = this.#stage.ports
    const request = toolRequest(state, effect)
    if (!request) return { kind: 'aborted', partial: '', ms: 0 }
    return effect.kind === 'inspect'
      ? inspectTool({ tools, clock, request, abort })
      : runTool({ tools, clock, effect, request, abort })
  }
}

/** Nothing is called if it is unclear whether there is money for it. */
async function refuseCost(budgets: Budgets, { id }: Session, effect: ModelEffect): Promise<Outcome | undefined> {
  const failed = { kind: 'failed', partial: '', usage: null, ms: 0 } as const
  try {
    const refusal = await budgets.reserve({ session: id, effect: effect.key, costUsd: effect.reserve.costUsd })
    return refusal && { ...failed, ...refusal, retryable: false }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ...failed, code: 'server_error', message, retryable: true }
  }
}
