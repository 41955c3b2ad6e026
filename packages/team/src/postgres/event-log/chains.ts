import type { Chain, SessionId } from '@convene/domain'
import { LogConflict } from '@convene/engine'
import { chainFrom } from '@convene/store'
import type { PostgresDatabase } from '../database/database.ts'

type Known = { readonly seq: number; readonly chain: string }

/** Losing one only means that it is read again. */
const MOST_KNOWN = 1_000

/**
 * The chains that this process continued last. Another process may have continued them since: then the place differs, or
 * the append is refused.
 */
export class Chains {
  readonly #database: PostgresDatabase
  readonly #known = new Map<SessionId, Known>()

  constructor(database: PostgresDatabase) {
    this.#database = database
  }

  /** Continues a session's chain by what `append` stores. */
  async continue(session: SessionId, seq: number, append: (chain: Chain) => Promise<Known>): Promise<void> {
    const chain = await this.#at(session, seq)
    // If it fails, the chain may have been continued or not.
    this.#known.delete(session)
    this.#keep(session, await append(chain))
  }

  /** The chain of a session that is at this place. Throws `Conflict` if it is elsewhere. */
  async #at(session: SessionId, seq: number): Promise<Chain> {
    if (seq === 0) return chainFrom(session)
    const known = this.#known.get(session)
    const found = known?.seq === seq ? known : await this.#read(session)
    if (found?.seq !== seq) throw new LogConflict(`Session ${session} is not at ${seq}.`)
    return chainFrom(session, found.chain)
  }

  #keep(session: SessionId, { seq, chain }: Known): void {
    this.#known.delete(session)
    this.#known.set(session, { seq, chain })
    const [oldest] = this.#known.size > MOST_KNOWN ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
  }

  async #read(session: SessionId): Promise<Known | undefined> {
    const text = 'SELECT seq, chain FROM sessions WHERE id = $1'
    return (await this.#database.ask<Known>({ name: 'chain', text, values: [session] }))[0]
  }
}
