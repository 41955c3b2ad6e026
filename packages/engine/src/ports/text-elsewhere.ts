import type { EffectKey, SessionId } from '@convene/domain'

/** A chunk of live text: not in the log, and after the event that began its call. */
export type LiveText = { readonly effect: EffectKey; readonly kind: 'text' | 'reasoning'; readonly text: string }

/**
 * A chunk from the process that works on the session. `at` is its place in the text of its call: after a gap, the whole
 * text comes again from 0. `after` is the last event that was stored before it.
 */
export type TextPiece = LiveText & { readonly at: number; readonly after: number }

/** The live text of sessions that other processes work on. */
export interface TextElsewhere {
  /**
   * Passes on the text of the calls that run now, and what follows, whichever process works on the session, until the
   * returned function is called. None comes if that process cannot be reached, or is this one.
   */
  follow(session: SessionId, take: (piece: TextPiece) => void): () => void
}
