import { type Event, type EventOf, loopSentence, markdownLine, type Run, totalsText, traitsOf } from '@convene/domain'
import { type Entry, endingParts, verdictOf } from '@convene/reading'
import { markdown, oneLine, type ResponsePart } from './response-part.ts'

type Ending = Extract<Entry, { kind: 'ending' }>

/** How a run ended, in a sentence and in numbers. */
export type Endings = {
  /** Learns what went wrong, and that the run has ended. */
  note(event: Event): void
  sentence(ending: Ending, mode: string): readonly ResponsePart[]
  /** The verdict and the totals, the same as on every surface, once the run has ended. */
  numbers(run: Run | null): readonly ResponsePart[]
}

export function endings(): Endings {
  let problem: string | undefined
  let finished: EventOf<'run.finished'>['data'] | undefined
  return {
    note: (event) => {
      if (event.type === 'error') problem = event.data.message
      if (event.type === 'run.finished') finished = event.data
    },
    sentence: ({ state, text, summary }, mode) => {
      if (state === 'completed') return []
      const loop = loopSentence({ mode }, summary)
      // The error is on the line above, and so is an answer that lacks something: once is enough.
      const isAnswer = finished?.state === 'cancelled' && finished.reason !== 'user' && !traitsOf(mode).accounts
      const isSaid = isAnswer || (problem !== undefined && summary.includes(problem))
      return [markdown(`**${text}.** ${loop ?? (isSaid ? '' : oneLine(markdownLine(summary), 600))}`.trimEnd())]
    },
    numbers: (run) => {
      // Calls that a stop cut off are billed too, but at an unknown cost, and a chat cannot take a number back.
      if (!finished || finished.totals.calls === 0 || finished.reason === 'user') return []
      const verdict = verdictOf(run)
      const parts = verdict ? endingParts(verdict, finished.totals) : totalsText(finished.totals)
      return [markdown(`*${parts.join(' · ')}*`)]
    },
  }
}
