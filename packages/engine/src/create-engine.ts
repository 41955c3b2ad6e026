import {
  type Acceptance,
  type Command,
  createDomain,
  type Domain,
  type Refusal,
  type Session,
  type SessionId,
} from '@convene/domain'
import type { Engine, EngineFeed, Resumption } from './engine.ts'
import { withEvidence } from './evidence/with-evidence.ts'
import { LogConflict } from './ports/event-log.ts'
import type { Ports } from './ports/ports.ts'
import { Followers } from './session/followers.ts'
import { type Changed, forkOf } from './session/fork.ts'
import { rowOf } from './session/list-row.ts'
import type { LiveSession, SessionInput } from './session/live-session.ts'
import { isAtRest } from './session/reaction.ts'
import { appendCommand, notFound } from './session/record.ts'
import { Residency } from './session/residency.ts'

const LOOK_AGAIN_MS = 500

/** An engine on these ports. All its rules are in `domain`. */
export function createEngine(ports: Ports, domain: Domain = createDomain()): Engine {
  return new RunningEngine(ports, domain)
}

class RunningEngine implements Engine {
  readonly #ports: Ports
  readonly #domain: Domain
  readonly #followers: Followers
  readonly #residency: Residency
  readonly #unwatch: () => void
  /** A single user may give any command. A host with several people decides that itself. */
  readonly refuses = async (): Promise<undefined> => undefined

  constructor(ports: Ports, domain: Domain) {
    this.#ports = ports
    this.#domain = withEvidence(domain, ports.evidence)
    this.#followers = new Followers(ports)
    this.#residency = new Residency({
      ports,
      domain: this.#domain,
      followers: this.#followers,
      wake: (session) => this.resume(session),
      restedElsewhere: (session) => this.rested(session),
    })
    this.#unwatch = ports.log.watch((which) => void this.#changedOutside(which))
  }

  get live(): number {
    return this.#residency.live.size
  }

  here(): readonly SessionId[] {
    return [...this.#residency.live.keys()]
  }

  async send(session: SessionId, command: Command): Promise<Refusal | undefined> {
    const live = this.#residency.live.get(session)
    if (!live) return this.#record(session, command)
    try {
      return await this.#give(live, command)
    } catch (error) {
      if (error instanceof LogConflict) return this.#record(session, command)
      throw error
    }
  }

  async resume(session: SessionId, command?: Command): Promise<Resumption> {
    const live = this.#residency.live.get(session) ?? (await this.#residency.open(session))
    if (live === 'elsewhere')
      return { where: 'elsewhere', ...refusalOf(command && (await this.#record(session, command))) }
    return { where: 'here', ...refusalOf(await this.#give(live, command)) }
  }

  async rested(session: SessionId): Promise<Session> {
    await this.#residency.opened(session)
    if (this.#residency.live.has(session)) return this.#residency.rested(session)
    await this.#residency.gone(session)
    for (;;) {
      const state = await this.#residency.state(session)
      if (isAtRest(this.#domain.next(state))) return state
      // Loaded again: the owner may have stored the end and left between the two checks.
      if (!(await this.#ports.ownership.owned(session))) return this.#residency.state(session)
      if (this.#residency.live.has(session)) return this.#residency.rested(session)
      await new Promise<void>((resolve) => this.#ports.clock.after(LOOK_AGAIN_MS, resolve))
    }
  }

  async state(session: SessionId): Promise<Session | undefined> {
    const state = await this.#residency.state(session)
    return state.seq > 0 ? state : undefined
  }

  follow(session: SessionId, after: number, feed: EngineFeed): () => void {
    return this.#followers.add(session, after, feed, this.#residency.live.get(session)?.said)
  }

  async fork(session: SessionId, at: number, fork: SessionId, changed?: Changed): Promise<Refusal | undefined> {
    const events = await this.#ports.log.read(session)
    const links = this.#ports.evidence ? await this.#ports.log.links(session) : []
    const made = forkOf(this.#domain, events, { at, id: fork, now: this.#ports.clock.now(), changed, links })
    if (events.length === 0) return notFound(session)
    if (!made)
      return {
        code: 'bad_place',
        message: `There is nothing at ${at} in this session: it has events 1 to ${events.length}.`,
      }
    await this.#ports.log.append(fork, 0, made.events, rowOf(made.state, this.#domain.next(made.state)))
    return undefined
  }

  async drain(graceMs: number): Promise<void> {
    await this.#residency.drain(graceMs)
    await this.close()
  }

  async close(): Promise<void> {
    this.#unwatch()
    this.#followers.close()
    await this.#residency.close()
  }

  async #record(session: SessionId, command: Command): Promise<Refusal | undefined> {
    const refusal = await appendCommand(this.#ports, this.#domain, session, command)
    this.#followers.refresh((id) => this.#residency.live.has(id))
    await this.#residency.opened(session)
    this.#residency.live.get(session)?.refresh()
    return refusal
  }

  /** Handles a command for a session in this process. */
  #give(live: LiveSession, command: Command | undefined): Promise<Refusal | undefined> {
    return new Promise((resolve, reject) => {
      let refusal: Refusal | undefined
      const told: SessionInput = {
        facts: (state, at) => {
          const acceptance = this.#accept(state, command, at)
          refusal = acceptance.refusal
          return acceptance.facts
        },
        done: () => resolve(refusal),
        failed: reject,
      }
      live.take(told)
    })
  }

  /** Decided on the newest state: a session that was being created exists by then. */
  #accept(state: Session, command: Command | undefined, at: number): Acceptance {
    if (state.seq === 0 && command?.type !== 'create') return { facts: [], refusal: notFound(state.id) }
    return command ? this.#domain.accept(state, command, at) : { facts: [] }
  }

  /** A command from another process is in the log: the owner sees it and reconciles, and followers receive it. */
  async #changedOutside(which?: ReadonlySet<SessionId>): Promise<void> {
    this.#followers.refresh((id) => this.#residency.live.has(id) || which?.has(id) === false)
    const changed = which
      ? [...which].flatMap((id) => this.#residency.live.get(id) ?? [])
      : [...this.#residency.live.values()]
    for (const live of changed) if (await this.#isBehind(live)) live.refresh()
  }

  async #isBehind({ id, state }: LiveSession): Promise<boolean> {
    const head = await this.#ports.log.head(id).catch(() => Number.POSITIVE_INFINITY)
    return head > state.seq
  }
}

const refusalOf = (refusal: Refusal | undefined): { readonly refusal?: Refusal } => (refusal ? { refusal } : {})
