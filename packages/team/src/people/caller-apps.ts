import { AgentBudget, type Program } from '@convene/host'
import type { Guard } from '@convene/server'
import { type ServerCalls, type SessionListChanges, serverCalls, watchSessionLists } from '@convene/server'
import type { SignedInCaller } from '../accounts/account/account.ts'
import type { Accounts } from '../accounts/account/accounts.ts'
import { may } from '../accounts/role/permissions.ts'
import { loginHashIn } from '../login/login-cookie.ts'
import type { TeamProgram } from '../program.ts'
import { inSpace, spaceKeysOf, togetherOf } from '../spaces/in-space.ts'
import { auditCall } from './audit-calls.ts'
import { byPersonOf } from './by-person.ts'
import { findCaller, tokenHashIn } from './find-caller.ts'
import { OpenStreams } from './open-streams.ts'
import { peopleHandlers } from './people-handlers.ts'
import { refuseCaller } from './refuse-caller.ts'

/** How many people's apps to keep. The one idle longest makes room for the next. */
const MOST = 200

export type CallerAppsOptions = {
  readonly program: TeamProgram
  readonly accounts: Accounts
  readonly guard: Guard
  readonly assets: string | undefined
}

const keyOf = ({ person, space, role }: SignedInCaller): string => JSON.stringify([space, role, person.id, person.name])

/** One app per person: everything behind it is bound to that person and space. */
export class CallerApps {
  readonly #options: CallerAppsOptions
  readonly #apps = new Map<string, ServerCalls>()
  /** Shared per space, because everyone in it sees the same rows. */
  readonly #changes = new Map<string, SessionListChanges>()
  readonly #streams = new OpenStreams()
  /** One per person and space, for as long as the process runs: a new role or an idle app does not refill it. */
  readonly #budgets = new Map<string, AgentBudget>()

  constructor(options: CallerAppsOptions) {
    this.#options = options
  }

  of(caller: SignedInCaller): ServerCalls {
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

  #open(caller: SignedInCaller): ServerCalls {
    const { program, accounts, guard, assets } = this.#options
    const bound = inSpace(program, caller)
    const isStill = async ({ url, headers }: Request) => {
      const found = await findCaller(guard, accounts, { path: new URL(url).pathname, headers })
      return found.ok && keyOf(found.value) === keyOf(caller)
    }
    const secretsIn = (headers: Headers) => ({
      login: loginHashIn(headers, guard.names().originOf(headers.get('host') ?? '')),
      token: tokenHashIn(headers),
    })
    const byPerson = byPersonOf(
      { caller, accounts, keys: () => spaceKeysOf(program), together: () => togetherOf(program) },
      secretsIn,
    )
    return serverCalls({
      program: bound,
      guard,
      assets,
      changes: this.#changesIn(caller.space, bound),
      people: peopleHandlers(byPerson),
      caller: {
        id: caller.person.id,
        budget: this.#budgetOf(caller),
        may: (action) => may(caller, action),
        refuse: (action, session) => refuseCaller({ caller, program: bound }, action, session),
        isStill,
        openStream: () => this.#streams.begin(caller.person.id),
        audit: (call) => auditCall({ caller, accounts, program: bound }, call),
      },
    })
  }

  #budgetOf({ space, person }: SignedInCaller): AgentBudget {
    const key = JSON.stringify([space, person.id])
    const budget = this.#budgets.get(key) ?? new AgentBudget(key)
    this.#budgets.set(key, budget)
    return budget
  }

  #changesIn(space: string, bound: Program): SessionListChanges {
    const changes = this.#changes.get(space) ?? watchSessionLists(bound)
    this.#changes.set(space, changes)
    return changes
  }
}
