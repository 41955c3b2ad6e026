import {
  approvalId,
  type Command,
  createDomain,
  type EffectKey,
  emptySession,
  fromWire,
  type Refusal,
  type Session,
  type SessionId,
  type WireEvent,
  waitsForUser,
} from '@convene/domain'
import { type Engine, type EngineFeed, type EventLog, isAtRest, StorageFailure } from '@convene/engine'
import type { CallResult, Client, LiveDelta, SessionCommand } from '@convene/protocol'

const LOOK_AGAIN_MS = 500

const domain = createDomain()

/** A server's engine, as far as watching and steering need one. Work is done there, never here. */
export function remoteEngine(client: Client, log: EventLog): Engine {
  const known = new Map<SessionId, Session>()
  const stateOf = async (session: SessionId): Promise<Session> => {
    const before = known.get(session) ?? emptySession(session)
    const state = (await log.read(session, before.seq)).reduce(domain.evolve, before)
    known.set(session, state)
    return state
  }
  const send = (session: SessionId, command: Command) => sendTo(client, session, command)
  return {
    send,
    resume: async (session, command) => {
      const refusal = command && (await send(session, command))
      return { where: 'elsewhere', ...(refusal && { refusal }) }
    },
    rested: async (session) => {
      for (;;) {
        const state = await stateOf(session)
        // Sealed ballots are not sent, so agents that have voted still seem to be at work.
        if (isAtRest(domain.next(state)) || Object.values(state.decisions).some(waitsForUser)) return state
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
      }
    },
    state: async (session) => {
      const state = await stateOf(session)
      return state.seq > 0 ? state : undefined
    },
    follow: (session, after, feed) => followed(client, session, after, feed),
    fork: async () => onlyHere,
    // Its files are on the server.
    refuses: async () => onlyHere,
    live: 0,
    here: () => [],
    drain: async () => {},
    close: async () => {},
  }
}

const onlyHere: Refusal = { code: 'on_server', message: 'This works only for sessions on this machine. Add --local.' }

async function sendTo(client: Client, session: SessionId, command: Command): Promise<Refusal | undefined> {
  const sent = await callFor(client, session, command)
  if (sent === undefined) return onlyHere
  return sent.ok ? undefined : { code: sent.refusal.code, message: sent.refusal.message }
}

/** The server itself knows who sends a command: a name given here would be ignored. */
function callFor(client: Client, id: SessionId, command: Command): Promise<CallResult<unknown>> | undefined {
  switch (command.type) {
    case 'create':
    case 'run':
    case 'reverted':
    case 'resolve':
      return undefined
    case 'permit': {
      const { ask, answer, pattern, reason } = command
      return client.answerApproval({ id: approvalId(id, ask), answer, ...given({ pattern, reason }) })
    }
    case 'update': {
      const { type: _, ...change } = command
      return client.updateSession({ id, ...change } as Parameters<Client['updateSession']>[0])
    }
    case 'approve':
    case 'reject':
    case 'answer': {
      const { by: _, ...rest } = command
      return client.command({ id, ...rest } as Told)
    }
    default:
      return client.command({ id, ...command } as Told)
  }
}

type Told = { readonly id: string } & SessionCommand

const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }

function followed(client: Client, session: SessionId, after: number, feed: EngineFeed): () => void {
  const shown = new Map<string, number>()
  const batches = (events: readonly WireEvent[]) => {
    for (const batch of Map.groupBy(events.map(fromWire), (event) => event.batch).values()) feed.batch(batch)
  }
  return client.follow(session, after, {
    events: batches,
    delta: (delta) => passOn(shown, delta, feed),
    connection: (state) => {
      if (state === 'refused')
        feed.trouble?.(new StorageFailure('refused', 'The server refuses this computer. Log in again: convene login'))
    },
  })
}

/** Text may come twice after a lost connection. Each character is passed on once. */
function passOn(shown: Map<string, number>, { effect, text, reasoning, at }: LiveDelta, feed: EngineFeed): void {
  const kind = text === undefined ? 'reasoning' : 'text'
  const said = text ?? reasoning ?? ''
  const key = `${kind} ${effect}`
  const fresh = said.slice(Math.max(0, (shown.get(key) ?? 0) - at))
  shown.set(key, Math.max(shown.get(key) ?? 0, at + said.length))
  if (fresh !== '') feed.delta?.(effect as EffectKey, kind, fresh)
}
