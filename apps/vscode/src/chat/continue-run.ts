import type { Event } from '@convene/domain'
import type { CallResult, Client, SessionView } from '@convene/protocol'
import { eventOf } from '../run/follow-run.ts'
import { isFinalPhase } from './response-part.ts'

/** A session that continues: as it was before, and what it is still waiting for. */
export type Continued = { readonly view: SessionView; readonly asked: readonly Event[] }

/**
 * Continues a stopped run in a fork from just before the stop: calls that were answered are not made again. A paused run
 * continues in its own session. A parked one was only left by the chat: it has shown what was asked, and shows the rest.
 */
export async function continueInEditor(
  client: Client,
  session: string,
  isParked = false,
): Promise<CallResult<Continued>> {
  const before = await client.session({ id: session })
  if (!before.ok) return before
  const { session: row } = before.value
  if (isParked && row.phase !== 'paused') return { ok: true, value: { view: before.value, asked: [] } }
  const isStopped = row.phase === 'cancelled' && row.reason === 'user'
  const view = isStopped ? await forkBeforeStop(client, session) : before
  if (!view.ok) return view
  const { id, phase } = view.value.session
  if (isFinalPhase(phase)) return NOTHING
  // What it waits for was asked before the place that the chat follows it from.
  const asked = await stillAsked(client, view.value)
  if (phase !== 'paused') return { ok: true, value: { view: view.value, asked } }
  const resumed = await client.command({ id, type: 'resume' })
  return resumed.ok ? { ok: true, value: { view: view.value, asked } } : resumed
}

const NOTHING: CallResult<never> = {
  ok: false,
  refusal: {
    status: 409,
    code: 'illegal_command',
    message: 'Nothing to continue: the run was not stopped. `/run` and a goal start a new one.',
  },
}

/** A copy of the session up to the last event before the append that stopped it. */
async function forkBeforeStop(client: Client, session: string): Promise<CallResult<SessionView>> {
  const states = await client.events({ id: session, type: 'run.state', tail: 1 })
  if (!states.ok) return states
  const stop = states.value.items.at(-1)
  if (stop === undefined) return NOTHING
  const forked = await client.command({ id: session, type: 'fork', at: stop.batch - 1, keepFiles: true })
  return forked.ok ? client.session({ id: forked.value.id ?? session }) : forked
}

async function stillAsked(client: Client, { session, pending }: SessionView): Promise<readonly Event[]> {
  if (pending.length === 0) return []
  const asked = await client.events({ id: session.id, type: 'question.asked,permission.asked', tail: 500 })
  const waiting = pending.flatMap(({ ask, question }) => ask?.id ?? question?.id ?? [])
  return asked.ok ? asked.value.items.map((item) => eventOf(item as never)).filter((event) => isIn(waiting, event)) : []
}

function isIn(waiting: readonly string[], event: Event): boolean {
  if (event.type === 'permission.asked') return waiting.includes(event.data.ask)
  return event.type === 'question.asked' && waiting.includes(event.data.id)
}
