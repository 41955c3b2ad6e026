import type { Event, EventOf } from '../event/event.ts'
import { editTask } from '../state/edit-task.ts'
import { type Learned, type Session, seatOf } from '../state/session.ts'
import { paced } from './paced.ts'

/** In a short prompt, the provider's own overhead outweighs our estimate. */
const LEAST_ESTIMATE = 500
/** From 8 characters per token to less than one. Otherwise the server truncates its input or miscounts. */
const PLAUSIBLE = { from: 0.5, to: 6 }

/** Remembers what a call revealed about its model, and what is done about the rest of the run. */
export function learnFromCall(session: Session, event: Event): Session {
  if (event.type === 'progress') return paced(session, event)
  if (event.type === 'usage') return event.data.uncertain ? session : countedBy(pacedBy(session, event), event)
  return event.type === 'commentary' && event.data.source === 'reasoning' ? seenToThink(session, event) : session
}

/** Later calls leave room for thinking. */
function seenToThink(session: Session, { agent = '' }: EventOf<'commentary'>): Session {
  const model = session.run && seatOf(session.run, agent)?.model
  return !model || session.learned?.[model]?.thinks ? session : knowing(session, model, { thinks: true })
}

/** How much it writes and how long that takes, for the next run's estimate. */
function pacedBy(session: Session, { data: { model, output, ms, estimated } }: EventOf<'usage'>): Session {
  const isCounted = estimated !== undefined && output > 0
  if (!isCounted || session.run?.settings.models[model]?.rehearsal) return session
  const before = session.learned?.[model]
  return knowing(session, model, { output: between(before?.output, output), ms: between(before?.ms, ms) })
}

function countedBy(session: Session, { data, task }: EventOf<'usage'>): Session {
  const { model, input, estimated = 0 } = data
  const seen = input / estimated
  if (estimated < LEAST_ESTIMATE || seen < PLAUSIBLE.from || seen > PLAUSIBLE.to) return session
  const tokensPerEstimate = between(session.learned?.[model]?.tokensPerEstimate, seen)
  const known = knowing(session, model, { tokensPerEstimate })
  return editTask(known, task, (open) => ({ ...open, counted: { estimated, input } }))
}

/** The newest call counts as much as all earlier ones: languages and kinds of text change within a session. */
const between = (before: number | undefined, now: number): number => ((before ?? now) + now) / 2

const knowing = (session: Session, model: string, more: Learned): Session => ({
  ...session,
  learned: { ...session.learned, [model]: { ...session.learned?.[model], ...more } },
})
