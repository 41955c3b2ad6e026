import { type Event, type EventOf, markdownLine, type Run, totalsText } from '@convene/domain'
import { type Entry, endingParts, verdictOf } from '@convene/reading'
import { markdown, oneLine, type ResponsePart } from './response-part.ts'

type Ending = Extract<Entry, { kind: 'ending' }>

/** How a run ended, in a sentence and in numbers. */
export type Endings = {
  /** Called when the run has ended. */
  note(event: Event): void
  sentence(ending: Ending): readonly ResponsePart[]
  /** The verdict and the totals, the same as on every surface, once the run has ended. */
  numbers(run: Run | null): readonly ResponsePart[]
}

export function endings(): Endings {
  let finished: EventOf<'run.finished'>['data'] | undefined
  return {
    note: (event) => {
      if (event.type === 'run.finished') finished = event.data
    },
    sentence: ({ state, text, unsaid }) =>
      state === 'completed' ? [] : [markdown(`**${text}.** ${oneLine(markdownLine(unsaid), 600)}`.trimEnd())],
    numbers: (run) => {
      // Calls that a stop cut off are billed too, but at an unknown cost, and a chat cannot take a number back.
      if (!finished || finished.totals.calls === 0 || finished.reason === 'user') return []
      const verdict = verdictOf(run)
      const parts = verdict ? endingParts(verdict, finished.totals) : totalsText(finished.totals)
      return [markdown(`*${parts.join(' · ')}*`)]
    },
  }
}
