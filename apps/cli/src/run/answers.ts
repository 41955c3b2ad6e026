import { clean, cleanLine, type Event, type EventOf, type Session, seatsOf } from '@convene/domain'
import { isHandedReport } from '../live-view/heard.ts'
import type { Sink } from '../terminal/terminal.ts'
import type { Presenter } from './presenter.ts'

/** Writes complete answers as Markdown: the output of `convene run … > answer.md`. */
export function answersTo(sink: Sink): Presenter {
  const answers: EventOf<'message'>[] = []
  let report = ''
  return {
    events: (batch) => {
      answers.push(...batch.filter(isAnswer))
      for (const event of batch)
        if (event.type === 'artifact' && event.data.kind === 'report') report = event.data.text ?? ''
    },
    delta: () => {},
    notice: () => {},
    leaving: () => {},
    end: (state) => {
      const text = report === '' ? answersText(answers, state) : clean(report).trim()
      if (text !== '') sink.write(`${text}\n`)
    },
  }
}

/** Plans, reviews, arguments and topics are progress. Standard output holds only the result. */
const resultKinds: readonly string[] = ['answer', 'synthesis']

const isAnswer = (event: Event): event is EventOf<'message'> =>
  event.type === 'message' &&
  resultKinds.includes(event.data.kind) &&
  event.data.role !== 'user' &&
  event.data.role !== 'system' &&
  !isHandedReport(event)

/** The result of a run: a single answer unchanged, several under their authors' names in seat order. */
export function answersText(answers: readonly EventOf<'message'>[], state: Session | undefined): string {
  const members = state?.run ? seatsOf(state.run.team) : []
  const seat = ({ data }: EventOf<'message'>) => members.findIndex(({ slug }) => slug === data.author)
  const isChain = state?.run?.mode === 'sequential'
  const result = isChain ? answers.slice(-1) : answers.toSorted((a, b) => seat(a) - seat(b))
  if (result.length === 1) return clean(result[0]?.data.text ?? '').trim()
  return result
    .map((event) => {
      const name = members[seat(event)]?.name ?? event.data.author
      return `## ${cleanLine(name)}\n\n${clean(event.data.text).trim()}`
    })
    .join('\n\n')
}
