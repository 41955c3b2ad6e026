import type { EffectKey, SessionId } from '@convene/domain'

/** A chunk of live text: not in the log, and after the event that began its call. */
export type LiveText = { readonly effect: EffectKey; readonly kind: 'text' | 'reasoning'; readonly text: string }

/**
 * A chunk from the process working on the session. `at` is its offset in its call's text: after a gap, the whole text
 * is sent again from 0. `after` is the last event stored before it.
 */
export type TextPiece = LiveText & { readonly at: number; readonly after: number }

/** The live text of sessions in other processes. */
export interface TextElsewhere {
  /**
   * Passes on the text of current calls and everything after it, whichever process works on the session, until the
   * returned function is called. Nothing arrives if that process cannot be reached, or is this one.
   */
  follow(session: SessionId, take: (piece: TextPiece) => void): () => void
}
