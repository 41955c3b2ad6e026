import type { Accounts, Caller } from '@convene/accounts'
import { AgentBudget, inSpace, type Program, spaceKeysOf, togetherOf } from '@convene/host'
import { type Calls, callsOf } from '../calls.ts'
import { type Changes, watchChanges } from '../feed/changes.ts'
import { loginHashIn } from '../login/login-cookie.ts'
import type { Guard } from '../security/guard.ts'
import { findCaller } from './find-caller.ts'
import { OpenStreams } from './open-streams.ts'

/** How many people's apps to keep. The one idle longest makes room for the next. */
const MOST = 200

export type CallerAppsOptions = {
  readonly program: Program
  readonly accounts: Accounts
  readonly guard: Guard
  readonly assets: string | undefined
}

const keyOf = ({ person, space, role }: Caller): string => JSON.stringify([space, role, person.id, person.name])

/** One app per person: everything behind it is bound to that person and space. */
export class CallerApps {
  readonly #options: CallerAppsOptions
  readonly #apps = new Map<string, Calls>()
  /** Shared per space, because everyone in it sees the same rows. */
  readonly #changes = new Map<string, Changes>()
  readonly #streams = new OpenStreams()
  /** One per person and space, for as long as the process runs: a new role or an idle app does not refill it. */
  readonly #budgets = new Map<string, AgentBudget>()

  constructor(options: CallerAppsOptions) {
    this.#options = options
  }

  of(caller: Caller): Calls {
    const key = keyOf(caller)
    const app = this.#apps.get(key) ?? this.#open(caller)
    this.#apps.delete(key)
    this.#apps.set(key, app)
    const [oldest] = this.#apps.size > MOST ? this.#apps.keys() : []
    if (oldest !== undefined) {
      this.#apps.get(oldest)?.close()
      this.#apps.delete(oldest)
    }
    return app
  }

  close(): void {
    for (const each of [...this.#apps.values(), ...this.#changes.values()]) each.close()
  }

  #open(caller: Caller): Calls {
    const { program, accounts, guard, assets } = this.#options
    const bound = inSpace(program, caller)
    const isStill = async ({ url, headers }: Request) => {
      const found = await findCaller(guard, accounts, { path: new URL(url).pathname, headers })
      return found.ok && keyOf(found.value) === keyOf(caller)
    }
    const openStream = () => this.#streams.begin(caller.person.id)
    const loginIn = (headers: Headers) => loginHashIn(headers, guard.names().originOf(headers.get('host') ?? ''))
    return callsOf({
      program: bound,
      guard,
      assets,
      changes: this.#changesIn(caller.space, bound),
      people: {
        ...{ caller, accounts, isStill, openStream, loginIn, budget: this.#budgetOf(caller) },
        keys: () => spaceKeysOf(program),
        together: () => togetherOf(program),
      },
    })
  }

  #budgetOf({ space, person }: Caller): AgentBudget {
    const key = JSON.stringify([space, person.id])
    const budget = this.#budgets.get(key) ?? new AgentBudget()
    this.#budgets.set(key, budget)
    return budget
  }

  #changesIn(space: string, bound: Program): Changes {
    const changes = this.#changes.get(space) ?? watchChanges(bound)
    this.#changes.set(space, changes)
    return changes
  }
}
