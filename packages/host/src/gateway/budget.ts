import { type Command, isBusy, isFinal, type Session, type SessionId } from '@convene/domain'
import type { Program } from '../program.ts'
import { countedSessions, keepCounted } from './counted-sessions.ts'
import { RefusedRequest } from './refused.ts'

/** Otherwise, an agent in a loop could start teams endlessly, each within its own limits. */
const MOST_OPEN = 4
const MOST_COST_USD = 20

export type Creation = Extract<Command, { readonly type: 'create' }>

/**
 * Limits what other programs spend in 24 hours, over MCP, A2A and the OpenAI API together: how many teams at once, and
 * their total cost. A session that the user started counts from a program's first question on. What was spent is kept,
 * so a restart refills nothing.
 */
export class AgentBudget {
  /** Whose budget it is, if there are several. */
  readonly #name: string
  constructor(name = '') {
    this.#name = name
  }
  /** Teams that may have no session yet, with the most that each may cost. */
  readonly #starting = new Map<SessionId, number>()
  #last: Promise<unknown> = Promise.resolve()

  /** Counts a question to a team before it is asked, unless too many are open or too much was spent. See `start`. */
  ask(program: Program, state: Session): Promise<void> {
    return this.#inTurn(async () => {
      const states = await this.#states(program)
      if (!this.#isOpen(states.find(({ id }) => id === state.id))) this.#refuseOpen(states)
      await this.#refuseCost(program, state.id)
      this.#count(program, state.id, state.spent.costUsd)
      this.#starting.set(state.id, 0)
    })
  }

  /** Prepares another run, unless too many are open or too much was spent. Call `settled` once it starts or fails. */
  start(program: Program, id: SessionId, prepare: () => Promise<Creation>): Promise<Creation> {
    return this.#inTurn(async () => {
      this.#refuseOpen(await this.#states(program))
      await this.#refuseCost(program)
      const command = await prepare()
      this.#count(program, id, 0)
      this.#starting.set(id, command.run.limits.maxCostUsd ?? 0)
      return command
    })
  }

  /** `costUsd`: what the session has cost so far, which does not count. */
  #count(program: Program, session: SessionId, costUsd: number): void {
    keepCounted(program, { budget: this.#name, session, costUsd })
  }

  /** One at a time, so that concurrent calls count each other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  /** From now on, the team counts as open only as long as it works, and only if its session exists. */
  settled(id: SessionId): void {
    this.#starting.delete(id)
  }

  /** Refuses if all teams' costs, including what they may still spend, are too high. `asked` is already counted. */
  async #refuseCost(program: Program, asked?: SessionId): Promise<void> {
    const states = await this.#states(program)
    const costs = states.map((each) => this.#costOf(each, each.id === asked))
    const cost = costs.reduce((sum, each) => sum + each, 0)
    const { limits } = (await program.at(program.workspace).settings()).settings
    const most = Math.max(MOST_COST_USD, limits.maxCostUsd ?? 0)
    if (cost >= most)
      throw new RefusedRequest({
        code: 'too_expensive',
        message: `Your teams have cost or may still cost $${cost.toFixed(2)}. The limit is $${most}. Wait until open teams have ended. If none is open, the user can raise limits.maxCostUsd. Costs older than 24 hours do not count.`,
      })
  }

  #costOf(each: Counted, isAsked: boolean): number {
    const { id, state, before } = each
    const spent = Math.max(0, (state?.spent.costUsd ?? 0) - before)
    if (isAsked || !this.#isOpen(each)) return spent
    return Math.max(spent, (state?.run?.limits.maxCostUsd ?? this.#starting.get(id) ?? 0) - before)
  }

  /** A team that waits for the user is open too, because it continues as soon as they answer. */
  #isOpen(each: Counted | undefined): boolean {
    if (!each) return false
    const { id, state } = each
    return !state || this.#starting.has(id) || !isFinal(state.run?.phase ?? 'completed') || isBusy(state)
  }

  #refuseOpen(states: readonly Counted[]): void {
    if (states.filter((each) => this.#isOpen(each)).length >= MOST_OPEN)
      throw new RefusedRequest({
        code: 'too_many',
        message: `${MOST_OPEN} teams that you started or asked are still at work. Wait for one with wait_for_team, or stop one with stop_team.`,
      })
  }

  /** Includes teams on other servers: one with the role `web` runs none itself. */
  async #states(program: Program): Promise<readonly Counted[]> {
    const engine = await program.engine()
    const counted = [...countedSessions(program, this.#name)]
    const states = await Promise.all(
      counted.map(async ([id, before]) => ({ id, before, state: await engine.state(id) })),
    )
    // Others failed to start, or were deleted.
    return states.filter(({ id, state }) => state !== undefined || this.#starting.has(id))
  }
}

type Counted = { readonly id: SessionId; readonly before: number; readonly state: Session | undefined }
