import type { Domain, Session, SessionId } from '@convene/domain'
import type { EventLog } from '../ports/event-log.ts'
import { loadParts } from './load.ts'

/** Below this, folding is faster than loading a snapshot. */
const SNAPSHOT_FROM = 500
/** An opening session folds at most this many events on top of its snapshot, however long it is. */
const MOST_AFTER_SNAPSHOT = 2_000
/** The states of all resting sessions together take about this much memory. */
const MOST_CHARACTERS = 16_000_000
const MOST_STATES = 256

/** A session's state in memory: its approximate size, and how far a stored snapshot covers it. */
export type Resident = { readonly state: Session; readonly characters: number; readonly snapshotSeq: number }

/**
 * True once the log has grown by a quarter since the last snapshot: a snapshot is as long as the whole session, so
 * writing one at every rest would cost more than everything else in a long conversation.
 */
export function snapshotIsDue({ state, snapshotSeq }: Pick<Resident, 'state' | 'snapshotSeq'>): boolean {
  if (state.seq < SNAPSHOT_FROM) return false
  return state.seq - snapshotSeq >= Math.min(MOST_AFTER_SNAPSHOT, Math.max(SNAPSHOT_FROM / 4, snapshotSeq / 4))
}

/** Loads a session and determines its size. */
export async function loadResident(log: EventLog, domain: Domain, session: SessionId): Promise<Resident> {
  let characters = 0
  const { state, snapshot } = await loadParts(log, domain, session, (part) => {
    characters += weightOf(part)
  })
  return { state, characters: characters + weightOf(snapshot?.state), snapshotSeq: snapshot?.seq ?? 0 }
}

/** The states of sessions that rested here recently: continuing one need not read its whole log for each message. */
export class RecentStates {
  readonly #kept = new Map<SessionId, Resident>()
  #characters = 0

  get(session: SessionId): Resident | undefined {
    return this.#kept.get(session)
  }

  /** Drops the least recently used ones if there are too many, or if they are too large together. */
  keep(resident: Resident): void {
    this.#forget(resident.state.id)
    if (resident.characters > MOST_CHARACTERS) return
    this.#kept.set(resident.state.id, resident)
    this.#characters += resident.characters
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_STATES && this.#characters <= MOST_CHARACTERS) return
      this.#forget(oldest)
    }
  }

  #forget(session: SessionId): void {
    this.#characters -= this.#kept.get(session)?.characters ?? 0
    this.#kept.delete(session)
  }
}

/** Roughly how many characters a value takes: exact for its texts, a guess for the rest. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let weight = 16
  for (const each of Object.values(value)) weight += weightOf(each)
  return weight
}
