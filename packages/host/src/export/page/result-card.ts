import { answersAmong, type Event, modeViewOf, type Session, saidIn, seatName, withPlainMarks } from '@convene/domain'
import { type Card, type ClaimMark, cardOf, claimMarks, verdictOf } from '@convene/reading'

export type CardAnswer = {
  readonly agent: string
  readonly text: string
  readonly id: string
  readonly marks: readonly ClaimMark[]
}

/** The newest run's answers, and its result as a card. No card while there is no answer. */
export function resultCard(
  state: Session,
  events: readonly Event[],
): { readonly answers: readonly CardAnswer[]; readonly card: Card | null } {
  const { run } = state
  const answers = answersOf(state, events)
  const { tally, vote } = run ? modeViewOf(run) : { tally: null, vote: null }
  const isRehearsal = run?.finished?.reason === 'rehearsal'
  const decision = (tally && vote?.option) || null
  const nameOf = (agent: string) => (run ? seatName(run, agent) : agent)
  return { answers, card: cardOf({ run, verdict: verdictOf(run), decision, isRehearsal, answers }, nameOf) }
}

function answersOf({ run, picked }: Session, events: readonly Event[]): readonly CardAnswer[] {
  if (!run?.finished) return []
  const isPicked = ({ id }: { readonly id?: string }) => picked !== null && id === picked
  return answersAmong(run.traits, saidIn(events, run.id), ({ data }) => data, isPicked).map(({ data, id = '' }) => ({
    agent: data.author,
    text: withPlainMarks(data.text),
    id,
    marks: claimMarks(data.claims),
  }))
}
