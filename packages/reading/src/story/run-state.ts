import { endWord, isFinal } from '@convene/domain'

/**
 * What is known about a run: its phase, why it ended, how many items wait for the user, whether its process is gone. The
 * log does not know the last one, so every caller must say it: left out, a surface would say *Running* for ever.
 */
export type RunStateFacts = {
  readonly phase: string
  readonly reason?: string
  readonly waiting?: number
  readonly interrupted: boolean | undefined
}

export type RunStateTone = EndTone | 'accent'

type EndTone = 'plain' | 'good' | 'warning' | 'bad'

const tones: { readonly [word: string]: EndTone } = { Done: 'good', Failed: 'bad', Incomplete: 'warning' }

/** How serious an end is, by its word: only *Done* is green. */
export const endTone = (word: string): EndTone => tones[word] ?? 'plain'

/** The state of a run in one word, the same in every list, header and tree. A rehearsal is never a green *Done*. */
export function runState({ phase, reason = '', waiting = 0, interrupted }: RunStateFacts): {
  readonly word: string
  readonly tone: RunStateTone
} {
  if (isFinal(phase)) return { word: endWord(phase, reason), tone: endTone(endWord(phase, reason)) }
  if (waiting > 0) return { word: 'Needs you', tone: 'warning' }
  if (phase === 'paused') return { word: 'Paused', tone: 'warning' }
  if (interrupted) return { word: 'Interrupted', tone: 'warning' }
  return phase === 'idle' ? { word: 'Idle', tone: 'plain' } : { word: 'Running', tone: 'accent' }
}
