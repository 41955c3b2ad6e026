import { type Command, isFinal, type Session, type SessionId } from '@convene/domain'
import type { Program } from '@convene/host'
import { Refused } from './refused.ts'

/** An agent in a loop could otherwise start teams without end, each within the limits of one. */
const MOST_OPEN = 4
const MOST_COST_USD = 20

export type Creation = Extract<Command, { readonly type: 'create' }>

/** Limits what agents start in this process, over MCP and A2A together: how many teams at once, and what they cost. */
export class AgentBudget {
  readonly #started = new Set<SessionId>()
  /** Those that may have no session yet, with the cost that each may reach. */
  readonly #starting = new Map<SessionId, number>()
  #last: Promise<unknown> = Promise.resolve()

  /** Prepares one more run, unless too many are open or too much was spent. Say `settled` once it began or failed. */
  start(program: Program, id: SessionId, prepare: () => Promise<Creation>): Promise<Creation> {
    // One after another: of calls that come at once, the later ones count the earlier.
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

  /** From here on the session counts if it exists. */
  settled(id: SessionId): void {
    this.#starting.delete(id)
  }

  /** Refuses if what all teams have cost, or may still cost, is too much. `asked` has its place already. */
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

  /** Wherever they are worked on: a server with the role web works on none of them itself. */
  async #states(program: Program): Promise<readonly Started[]> {
    const engine = await program.engine()
    const states = await Promise.all([...this.#started].map(async (id) => ({ id, state: await engine.state(id) })))
    return states.filter(({ id, state }) => {
      const counts = state !== undefined || this.#starting.has(id)
      // It could not be started, or was deleted.
      if (!counts) this.#started.delete(id)
      return counts
    })
  }
}

type Started = { readonly id: SessionId; readonly state: Session | undefined }

/** Waiting for the user is open too: it continues as soon as they answer. */
const isOpen = (state: Session | undefined): boolean => !state || !isFinal(state.run?.phase ?? 'completed')
