import type { Event, EventOf } from '../../../event/event.ts'
import { without } from '../../../shared/record.ts'
import type { EstimateState } from './state.ts'

/** Records what the seats estimate. The facts contain everything needed here. */
export function evolveEstimate(estimate: EstimateState, event: Event): EstimateState {
  switch (event.type) {
    case 'protocol.chosen':
      return event.data.quantity ? { ...estimate, quantity: event.data.quantity } : estimate
    case 'task.assigned':
      return event.data.kind === 'estimate' ? asked(estimate, event) : estimate
    case 'estimate.given':
      return given(estimate, event)
    case 'warning':
      return event.data.code === 'estimate_unread' ? unread(estimate, event) : estimate
    case 'estimate.pooled': {
      const { quantity, range, seats, basis } = event.data
      return { ...estimate, pooled: { quantity, range, seats, basis } }
    }
    default:
      return estimate
  }
}

function asked(estimate: EstimateState, { data: { to, turn = 1 } }: EventOf<'task.assigned'>): EstimateState {
  if (turn > estimate.round) return { ...estimate, round: turn, again: [], unread: {} }
  return to in estimate.unread ? { ...estimate, again: [...estimate.again, to] } : estimate
}

function given(estimate: EstimateState, { data }: EventOf<'estimate.given'>): EstimateState {
  const { voter: agent, round, range, reason, shared, model = '' } = data
  const said = { agent, round, range, reason, shared, model }
  return { ...estimate, given: [...estimate.given, said], unread: without(estimate.unread, agent) }
}

const unread = (estimate: EstimateState, { agent = '', data }: EventOf<'warning'>): EstimateState => ({
  ...estimate,
  unread: { ...estimate.unread, [agent]: String(data.details ?? '') },
})
