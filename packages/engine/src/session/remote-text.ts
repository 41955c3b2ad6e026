import type { EffectKey, Event } from '@convene/domain'
import type { LiveText, TextPiece } from '../ports/text-elsewhere.ts'

/** However much another process sends, a session's live text takes at most this much memory. */
const MOST_CHARACTERS = 1_000_000
const MOST_ENDED = 1_000

type Known = LiveText & { readonly after: number }

/**
 * The live text of a session in another process, kept once for all followers. Pieces may arrive twice, late, or with
 * gaps. What is kept for a call is always the beginning of its text.
 */
export class RemoteText {
  readonly #texts = new Map<string, Known>()
  readonly #ended = new Set<EffectKey>()
  #characters = 0

  /** Adds text that continues what is known of its call. Anything else is a repeat or follows a gap, and is dropped. */
  take({ effect, kind, text, at, after }: TextPiece): void {
    const key = `${kind} ${effect}`
    const known = this.#texts.get(key)
    const more = text.slice(Math.max(0, (known?.text.length ?? 0) - at))
    if (at > (known?.text.length ?? 0) || more === '' || this.#ended.has(effect)) return
    if (this.#characters + more.length > MOST_CHARACTERS) return
    this.#characters += more.length
    this.#texts.set(key, { effect, kind, text: (known?.text ?? '') + more, after: known?.after ?? after })
  }

  /** The log has everything about a call that has ended: its live text would repeat it. */
  end(events: readonly Event[]): void {
    for (const effect of events.flatMap(endedCalls)) {
      this.#ended.add(effect)
      for (const [key, known] of this.#texts) if (known.effect === effect) this.#forget(key, known)
    }
    for (const oldest of this.#ended) {
      if (this.#ended.size <= MOST_ENDED) break
      this.#ended.delete(oldest)
    }
  }

  /** What a follower at this event does not have yet. `told` says how much of each text it has, and is updated. */
  untold(seq: number, told: Map<string, number>): readonly LiveText[] {
    for (const key of told.keys()) if (!this.#texts.has(key)) told.delete(key)
    return [...this.#texts].flatMap(([key, { effect, kind, text, after }]) => {
      const from = told.get(key) ?? 0
      if (after > seq || text.length === from) return []
      told.set(key, text.length)
      return [{ effect, kind, text: text.slice(from) }]
    })
  }

  #forget(key: string, { text }: Known): void {
    this.#texts.delete(key)
    this.#characters -= text.length
  }
}

/** The call that an event ends. */
export function endedCalls({ type, data }: Event): readonly EffectKey[] {
  const isEnd =
    type === 'model.replied' || type === 'model.failed' || type === 'effect.aborted' || type === 'effect.lost'
  return isEnd ? [data.effect] : []
}
