import { isFinal } from '@convene/domain'
import type { BadgeTone } from '../../ui/badge.tsx'

/** A run's state in one word. */
export function stateOf(phase: string, pending: number): { readonly word: string; readonly tone: BadgeTone } {
  if (pending > 0 && !isFinal(phase)) return { word: 'Needs you', tone: 'warning' }
  if (phase === 'completed') return { word: 'Done', tone: 'good' }
  if (phase === 'failed') return { word: 'Failed', tone: 'bad' }
  if (phase === 'cancelled') return { word: 'Stopped', tone: 'plain' }
  if (phase === 'paused') return { word: 'Paused', tone: 'warning' }
  return phase === 'idle' ? { word: 'Idle', tone: 'plain' } : { word: 'Running', tone: 'accent' }
}
