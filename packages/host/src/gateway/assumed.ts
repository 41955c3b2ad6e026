import { cleanLine, type Event, type EventOf, isUnattended } from '@convene/domain'

const LONGEST = 300

/** What was approved or answered in these events although no user was there: the gates and questions of the run. */
export function assumedIn(events: readonly Event[]): string[] {
  const asked = new Map(
    events.flatMap((event) => (event.type === 'question.asked' ? [[event.data.id, event.data]] : [])),
  )
  return events.flatMap((event) => {
    const answered = event.type === 'question.answered' && isUnattended(event.data.by) ? event.data : undefined
    const question = answered && asked.get(answered.id)
    return question ? [assumption(question, answered.answer)] : []
  })
}

function assumption({ gate, question, text }: EventOf<'question.asked'>['data'], answer: string): string {
  const about = cleanLine((gate && text) || question)
  const shown = about.length > LONGEST ? `${about.slice(0, LONGEST)}…` : about
  return gate ? `Approved without the user: ${shown}` : `Answered without the user: ${shown} (${answer})`
}
