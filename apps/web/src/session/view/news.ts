import { type Entry, isShown, type Session, verbs } from '@convene/domain'
import { oneLine } from '../../ui/text/neutral.ts'
import { speakerOf } from './seats.ts'

/** What just happened, for a screen reader, in a few words; undefined if it is not worth an interruption. Streams are not. */
export function newsOf(session: Session, entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'said':
      if (entry.stage !== 'message' || entry.agent === '') return undefined
      return `${speakerOf(session, entry.agent).name} ${verbs.answered}`
    case 'notice':
      return isShown(entry.level, 'brief') ? oneLine(entry.text) : undefined
    case 'round':
    case 'question':
      return oneLine(entry.text)
    default:
      return undefined
  }
}
