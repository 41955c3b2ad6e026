import { type Entry, isShown, verbs } from '@convene/reading'
import { oneLine } from '../../ui/text/neutral.ts'
import { speakerOf } from './seats.ts'
import type { View } from './view.ts'

/** News for screen readers in a few words. Undefined if not worth an interruption, as for streamed text. */
export function newsOf(view: Pick<View, 'session' | 'past'>, entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'said':
      if (entry.stage !== 'message' || entry.agent === '') return undefined
      return `${speakerOf(view, entry.agent).name} ${verbs.answered}`
    case 'notice':
      return isShown(entry.level, 'brief') ? oneLine(entry.text) : undefined
    case 'round':
    case 'question':
      return oneLine(entry.text)
    default:
      return undefined
  }
}
