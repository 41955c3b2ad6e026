import type { Event, EventOf } from '../event/event.ts'
import { editTask } from '../state/edit-task.ts'
import { type Learned, type Session, seatOf } from '../state/session.ts'

/** A short prompt says more about the provider's overhead than about its tokens. */
const LEAST_ESTIMATE = 500
/** From 8 characters per token to less than one: anything else is a server that cuts its input or cannot count. */
const PLAUSIBLE = { from: 0.5, to: 6 }

/** Files what a call has shown about its model. */
export function learn(session: Session, event: Event): Session {
  if (event.type === 'usage') return countedBy(session, event)
  return event.type === 'commentary' && event.data.source === 'reasoning' ? seenToThink(session, event) : session
}

/** Later calls leave it room for that. */
function seenToThink(session: Session, { agent = '' }: EventOf<'commentary'>): Session {
  const model = session.run && seatOf(session.run, agent)?.model
  return !model || session.learned?.[model]?.thinks ? session : knowing(session, model, { thinks: true })
}

/** The newest call counts as much as all before it: languages and kinds of text change within a session. */
function countedBy(session: Session, { data, task }: EventOf<'usage'>): Session {
  const { model, input, estimated = 0, uncertain } = data
  const seen = input / estimated
  if (uncertain || estimated < LEAST_ESTIMATE || seen < PLAUSIBLE.from || seen > PLAUSIBLE.to) return session
  const before = session.learned?.[model]?.tokensPerEstimate ?? seen
  const known = knowing(session, model, { tokensPerEstimate: (before + seen) / 2 })
  return editTask(known, task, (open) => ({ ...open, counted: { estimated, input } }))
}

const knowing = (session: Session, model: string, more: Learned): Session => ({
  ...session,
  learned: { ...session.learned, [model]: { ...session.learned?.[model], ...more } },
})
