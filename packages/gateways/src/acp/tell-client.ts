import type { AgentContext } from '@agentclientprotocol/sdk'
import { cleanLine, type EffectKey, type Event, type Run, type Session, seatsOf, traitsOf } from '@convene/domain'
import { lanesFor } from './lanes.ts'
import { callIn, planUpdates, type Update } from './updates.ts'

export type ClientTeller = ReturnType<typeof tellClient>

/** Shows a run in an editor: a lane for each task, tool calls, the plan, the result, and what it cost. */
export function tellClient(client: AgentContext, sessionId: string) {
  const update = (given: Update | undefined) => {
    if (given) void client.notify('session/update', { sessionId, update: given }).catch(() => {})
  }
  const words = (sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk', text: string) =>
    update({ sessionUpdate, content: { type: 'text', text } })
  const thought = (text: string) => words('agent_thought_chunk', `${cleanLine(text)}\n`)
  const lanes = lanesFor(update)
  const planned = planUpdates()
  let run: Pick<Run, 'mode' | 'team'> | undefined
  const nameOf = (slug: string) => (run ? seatsOf(run.team) : []).find((seat) => seat.slug === slug)?.name ?? slug
  const take = (event: Event): void => {
    update(planned(event) ?? callIn(event))
    if (event.type === 'run.started') run = event.data
    if (event.type === 'task.assigned')
      lanes.assigned(event, nameOf(event.data.to), traitsOf(run?.mode ?? '').alone && event.data.via === undefined)
    if (event.type === 'effect.started') lanes.started(event)
    if (event.type === 'task.finished') lanes.ended(event)
    if (event.type === 'warning' || event.type === 'error') thought(event.data.message)
  }
  return {
    thought,
    say: (text: string) => words('agent_message_chunk', text),
    /** An existing session already has its team. */
    knows: (session: Session) => {
      run = session.run ?? undefined
    },
    events: (batch: readonly Event[]) => batch.forEach(take),
    delta: (effect: EffectKey, kind: 'text' | 'reasoning', text: string) => {
      if (kind === 'text') lanes.delta(effect, text)
    },
    /** The result, unless it was streamed, and what the session has cost. */
    close: (answer: string, isQuestion: boolean, { spent, run: last }: Session) => {
      lanes.close()
      if (answer !== '' && (isQuestion || !lanes.hasSpoken())) words('agent_message_chunk', answer)
      const used = spent.input + spent.output
      const cost = spent.unpriced > 0 ? {} : { cost: { amount: spent.costUsd, currency: 'USD' } }
      update({ sessionUpdate: 'usage_update', used, size: Math.max(used, last?.limits.maxTotalTokens ?? 0), ...cost })
    },
  }
}
