import type { Event } from '@convene/domain'
import { answerOf } from '@convene/reading'
import type { Presenter } from '../live-view/presenter.ts'
import type { TextSink } from '../terminal/terminal.ts'

/** What an answer is read from. */
const read: readonly string[] = ['message', 'artifact', 'run.finished']

/** Writes the result as Markdown: the output of `convene run … > answer.md`. */
export function answersTo(sink: TextSink): Presenter {
  const events: Event[] = []
  return {
    events: (batch) => void events.push(...batch.filter(({ type }) => read.includes(type))),
    delta: () => {},
    notice: () => {},
    leaving: () => {},
    end: (state) => {
      const text = answerOf(state, events)
      if (text !== '') sink.write(`${text}\n`)
    },
  }
}
