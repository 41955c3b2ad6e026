import type { Event } from '../event/event.ts'
import type { Json } from '../shared/json.ts'
import type { Session } from '../state/session.ts'
import { isBallot, sealName, voteKey, votesOf } from './places.ts'

const SECRET = '(secret until the vote is closed)'

/**
 * Votes are secret until their decision is committed, and predictions until their experiment has finished. This removes from events whatever reveals one: the option, the
 * reason, the words it was cast in. Only the engine calls it, where events leave it for people. A vote counts as
 * committed if its `decision.committed` is in the same list or the given session knows it. Without a session, part of a
 * log errs on the side of secrecy. A live batch can be passed as is. Streamed text has no events: drop it if `isBallot`
 * matches its effect key.
 */
export function redactVotes<E extends Event>(events: readonly E[], session?: Pick<Session, 'committed'>): readonly E[] {
  const committed = new Set(session?.committed)
  const ballots = new Map<string, string>()
  for (const event of events) {
    if (event.type === 'decision.committed') committed.add(voteKey(event, event.data.decision))
    if (event.type === 'estimate.pooled') committed.add(voteKey(event, event.data.estimate))
    if (event.type === 'experiment.finished') committed.add(voteKey(event, sealName(event.data.experiment)))
    if (event.type === 'task.assigned' && event.task && event.data.decision !== undefined)
      ballots.set(event.task, voteKey(event, event.data.decision))
  }
  const isKnown = (event: Event, decision: unknown) => committed.has(voteKey(event, String(decision)))
  const votedIn = (event: Event, task: string) => {
    const known = ballots.get(task)
    return known === undefined ? votesOf(task).map((vote) => voteKey(event, vote)) : [known]
  }
  return events.map((event) => {
    if (event.task && isBallot(event.task) && votedIn(event, event.task).some((key) => committed.has(key))) return event
    const namesDecision = ['decision.voted', 'estimate.given', 'experiment.predicted'].includes(event.type)
    return (isBallot(event.task) && !namesDecision ? silenced(event) : withoutVote(event, isKnown)) as E
  })
}

/** An event of a voting task: it stays, but what was said is removed. */
function silenced(event: Event): Event {
  switch (event.type) {
    case 'task.assigned':
      // The prompt of the one who decides contains the count and the reasons.
      return event.data.kind === 'decide' ? { ...event, data: { ...event.data, description: SECRET } } : event
    case 'model.replied':
      return { ...event, data: { ...event.data, text: SECRET, calls: [] } }
    case 'model.failed':
    case 'effect.aborted': {
      const { partial: _partial, ...data } = event.data
      return { ...event, data } as Event
    }
    case 'task.finished':
      return { ...event, data: { ...event.data, report: event.data.report === '' ? '' : SECRET } }
    case 'commentary':
      return { ...event, data: { ...event.data, text: SECRET } }
    case 'question.answered': {
      const { text: _text, ...data } = event.data
      return { ...event, data: { ...data, answer: SECRET } }
    }
    default:
      return event
  }
}

type IsKnown = (event: Event, decision: unknown) => boolean

/** Votes by the user, or by an agent's tool call in the middle of its work. */
function withoutVote(event: Event, isKnown: IsKnown): Event {
  switch (event.type) {
    case 'decision.voted':
      return isKnown(event, event.data.decision) ? event : hidden(event)
    case 'estimate.given':
      return isKnown(event, event.data.estimate)
        ? event
        : { ...event, data: { ...event.data, range: null, reason: '', shared: '' } }
    case 'experiment.predicted':
      return isKnown(event, sealName(event.data.experiment)) ? event : unpredicted(event)
    case 'model.replied': {
      // Returns the same object if there is nothing to hide: it is then serialized once for all readers.
      if (!event.data.calls.some(({ tool }) => tool === 'vote')) return event
      const calls = event.data.calls.map((call) =>
        call.tool === 'vote' && !isKnown(event, decisionIn(call.input)) ? { ...call, input: castIn(call.input) } : call,
      )
      return { ...event, data: { ...event.data, calls } }
    }
    case 'tool.called': {
      const { tool, input } = event.data
      if (tool !== 'vote' || isKnown(event, decisionIn(input))) return event
      return { ...event, data: { ...event.data, input: castIn(input) } }
    }
    default:
      return event
  }
}

function hidden(event: Extract<Event, { type: 'decision.voted' }>): Event {
  const { decision, voter, seal } = event.data
  return {
    ...event,
    data: { decision, voter, option: '', reason: '', ...(seal && { seal: { hash: seal.hash } }) },
  }
}

const unpredicted = (event: Extract<Event, { type: 'experiment.predicted' }>): Event => ({
  ...event,
  data: { experiment: event.data.experiment, option: '' },
})

const decisionIn = (input: Json): unknown =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? (input as { decision?: Json }).decision : ''

const castIn = (input: Json): Json => ({ decision: String(decisionIn(input) ?? '') })
