import { cleanLine, type Event, type EventOf, type Session } from '@convene/domain'
import { shortId } from '@convene/host'
import { speakerOf } from './speakers.ts'
import type { Entry, Tone, View } from './view.ts'

/** What people are told of a decision: what is put to the vote, who has voted, what came out. */
export function decisionNotice({ session, verbosity }: View, event: Event): readonly Entry[] {
  switch (event.type) {
    case 'decision.proposed':
      if (event.data.ballot) return []
      return [notice('plain', proposed(session, event)), ...seat(session, event)]
    case 'decision.voted':
      return verbosity === 'brief' ? [] : [notice('plain', `${nameOf(session, event.data.voter)} voted.`)]
    case 'decision.committed':
      return [notice('good', decided(event))]
    default:
      return []
  }
}

function proposed(session: Session, { data }: EventOf<'decision.proposed'>): string {
  const options = data.options.map((option, index) => `${index + 1}. ${option}`).join('  ')
  return `${nameOf(session, data.by)} put to a vote: ${data.topic}  ${options}`
}

/** The person has a vote: how to cast it, from any terminal. */
function seat(session: Session, { data }: EventOf<'decision.proposed'>): readonly Entry[] {
  if (!data.eligible.includes('user')) return []
  return [notice('warning', `You have a vote: convene vote ${shortId(session.id)} ${data.decision} 1`)]
}

function decided({ data }: EventOf<'decision.committed'>): string {
  const [first = ''] = data.rationale.split('\n')
  return data.how === 'undecided' ? `Undecided. ${first}` : `Decided: ${data.option}. ${first}`
}

const nameOf = (session: Session, slug: string): string => (slug === 'user' ? 'You' : speakerOf(session, slug).name)

const notice = (tone: Tone, text: string): Entry => ({ kind: 'notice', tone, text: cleanLine(text) })
