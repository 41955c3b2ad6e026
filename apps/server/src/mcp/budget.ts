import { type Command, isFinal, type Session, type SessionId } from '@convene/domain'
import type { Program } from '@convene/host'
import { Refused } from './refused.ts'

/** Otherwise, an agent in a loop could start teams endlessly, each within its own limits. */
const MOST_OPEN = 4
const MOST_COST_USD = 20

export type Creation = Extract<Command, { readonly type: 'create' }>

/** Limits what agents start in this process over MCP and A2A: how many teams at once, and their total cost. */
export class AgentBudget {
  readonly #started = new Set<SessionId>()
  /** Teams that may have no session yet, with the most that each may cost. */
  readonly #starting = new Map<SessionId, number>()
  #last: Promise<unknown> = Promise.resolve()

  /** Prepares another run, unless too many are open or too much was spent. Call `settled` once it starts or fails. */
  start(program: Program, id: SessionId, prepare: () => Promise<Creation>): Promise<Creation> {
    // One at a time, so that concurrent calls count each other.
    const started = this.#last.then(async () => {
      this.#refuseOpen(await this.#states(program))
      await this.refuseCost(program)
      const command = await prepare()
      this.#started.add(id)
      this.#starting.set(id, command.run.limits.maxCostUsd ?? 0)
      return command
    })
    this.#last = started.catch(() => undefined)
    return started
  }

  /** From now on, the team counts only if its session exists. */
  settled(id: SessionId): void {
    this.#starting.delete(id)
  }

  /** Refuses if all teams' costs, including what they may still spend, are too high. `asked` is already counted. */
  async refuseCost(program: Program, asked?: SessionId): Promise<void> {
    const states = await this.#states(program)
    const costs = states.map(({ id, state }) => this.#costOf(id, state, id === asked))
    const cost = costs.reduce((sum, each) => sum + each, 0)
    const { limits } = (await program.at(program.workspace).settings()).settings
    const most = Math.max(MOST_COST_USD, limits.maxCostUsd ?? 0)
    if (cost >= most)
      throw new Refused(
        `Your teams have cost or may still cost $${cost.toFixed(2)}, and $${most} is the most. Wait for open teams. If none is open, the user can restart Convene.`,
      )
  }

  #costOf(id: SessionId, state: Session | undefined, isAsked: boolean): number {
    const spent = state?.run?.spent.costUsd ?? 0
    if (isAsked || !isOpen(state)) return spent
    return Math.max(spent, state?.run?.limits.maxCostUsd ?? this.#starting.get(id) ?? 0)
  }

  #refuseOpen(states: readonly Started[]): void {
    if (states.filter(({ state }) => isOpen(state)).length >= MOST_OPEN)
      throw new Refused(
        `${MOST_OPEN} teams that you started are still at work. Wait for one with wait_for_team, or stop one with stop_team.`,
      )
  }

  /** Includes teams on other servers: one with the role `web` runs none itself. */
  async #states(program: Program): Promise<readonly Started[]> {
    const engine = await program.engine()
    const states = await Promise.all([...this.#started].map(async (id) => ({ id, state: await engine.state(id) })))
    return states.filter(({ id, state }) => {
      const counts = state !== undefined || this.#starting.has(id)
      // It failed to start, or was deleted.
      if (!counts) this.#started.delete(id)
      return counts
    })
  }
}

type Started = { readonly id: SessionId; readonly state: Session | undefined }

/** A team that waits for the user is open too, because it continues as soon as they answer. */
const isOpen = (state: Session | undefined): boolean => !state || !isFinal(state.run?.phase ?? 'completed')
