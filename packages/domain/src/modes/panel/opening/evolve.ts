import type { Event, EventOf } from '../../../event/event.ts'
import type { OpeningState } from './state.ts'

/** Records what is asked and settled before the debate. */
export function evolveOpening(opening: OpeningState, event: Event): OpeningState {
  switch (event.type) {
    case 'task.assigned':
      return event.data.via ? opening : assigned(opening, event)
    case 'task.finished':
      return event.task === opening.asking ? finished(opening, event) : opening
    case 'question.asked':
      return asked(opening, event)
    case 'question.answered':
      return answered(opening, event)
    case 'message':
      return said(opening, event)
    case 'progress':
      return event.data.total === undefined ? opening : { ...opening, maxTurns: event.data.total }
    case 'protocol.chosen':
      return chosen(opening, event.data)
    case 'session.updated':
      return event.data.tags ? { ...opening, tags: event.data.tags } : opening
    default:
      return opening
  }
}

function assigned(opening: OpeningState, { data: { kind }, task }: EventOf<'task.assigned'>): OpeningState {
  if (kind === 'clarify') return { ...opening, asked: opening.asked + 1, questions: [], asking: task ?? null }
  return kind === 'topic' ? { ...opening, drafts: opening.drafts + 1, gate: null, asking: task ?? null } : opening
}

/** The panel cannot continue without the Head's answer, so its failure is kept. */
function finished(opening: OpeningState, { data: { ok, error } }: EventOf<'task.finished'>): OpeningState {
  if (ok) return { ...opening, asking: null }
  return { ...opening, asking: null, failed: error ?? { code: 'failed', message: 'The Head failed.' } }
}

/** Questions of a debate that looks at something are none of the Head's. */
const EXPERIMENT = /^\d+\/experiment\//u

function asked(opening: OpeningState, { data }: EventOf<'question.asked'>): OpeningState {
  if (data.call || data.turn || EXPERIMENT.test(data.id)) return opening
  if (data.gate) return { ...opening, topic: data.text ?? opening.topic, gate: { id: data.id, answer: '', text: '' } }
  return { ...opening, questions: [...opening.questions, { id: data.id, question: data.question, answer: null }] }
}

function answered(opening: OpeningState, { data }: EventOf<'question.answered'>): OpeningState {
  const { id, answer, text = '' } = data
  if (opening.gate?.id === id && answer !== 'approve' && answer !== 'reject')
    return { ...opening, gate: { id, answer: 'reject', text: answer } }
  if (opening.gate?.id === id) {
    const topic = answer === 'approve' && text !== '' ? text : opening.topic
    return { ...opening, topic, gate: { id, answer, text } }
  }
  if (!opening.questions.some((one) => one.id === id)) return opening
  return { ...opening, questions: opening.questions.map((one) => (one.id === id ? { ...one, answer } : one)) }
}

function said(opening: OpeningState, { data: { kind, role, text } }: EventOf<'message'>): OpeningState {
  if (role === 'user') return opening
  if (kind === 'clarification') return { ...opening, clarified: opening.clarified + 1 }
  return kind === 'topic' ? { ...opening, topic: text } : opening
}

function chosen(
  { first: _, findings: __, ...opening }: OpeningState,
  data: EventOf<'protocol.chosen'>['data'],
): OpeningState {
  const { protocol, rounds = null, first, field, findings } = data
  return {
    ...opening,
    protocol,
    rounds,
    ...(first && { first }),
    ...(field && { field }),
    ...(findings && { findings }),
  }
}
