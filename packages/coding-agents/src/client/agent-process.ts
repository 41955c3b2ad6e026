import type {
  ClientContext,
  InitializeResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
} from '@agentclientprotocol/sdk'
import type { KnownAgent } from '@convene/models'
import { type GuardedChild, type GuardedChildOptions, guardedChild } from '@convene/platform'
import { messageStream } from './message-stream.ts'

const HANDSHAKE_MS = 120_000
const GRACE_MS = 1_000
const MOST_STDERR = 2_000

/** What one conversation receives from its agent. */
export type SessionEar = {
  update(update: { readonly [key: string]: unknown }): void
  ask(request: RequestPermissionRequest): Promise<RequestPermissionResponse>
  /** Called when the process is gone. */
  ended(why: string): void
}

/** A running agent, which can have several conversations. */
export type AgentProcess = {
  readonly about: InitializeResponse
  readonly agent: ClientContext
  /** Listens to this conversation until the returned function is called. */
  hear(session: string, ear: SessionEar): () => void
  /** Why it is gone, if so. */
  ending(): string | undefined
  /** The end of its stderr, for error messages. */
  complaint(): string
  close(): Promise<void>
}

export type StartOptions = {
  readonly agent: KnownAgent
  /** `released` is called when the process is gone. */
  readonly program: GuardedChildOptions & { released?(): void }
  readonly version: string
  launch?(program: GuardedChildOptions): GuardedChild
  /** Ends it while it starts. */
  readonly signal?: AbortSignal
}

/**
 * Starts an agent and initializes the connection. Throws if that fails or takes too long, and leaves nothing running.
 */
export async function startAgent({ agent, program, version, launch, signal }: StartOptions): Promise<AgentProcess> {
  const { client } = await import('@agentclientprotocol/sdk')
  const ears = new Map<string, SessionEar>()
  let stderr = ''
  if (signal?.aborted) {
    program.released?.()
    throw new Error('it was ended while it started')
  }
  const child = (launch ?? guardedChild)(program)
  const stop = () => void child.end()
  signal?.addEventListener('abort', stop, { once: true })
  const stream = messageStream(child, {
    update: (session, update) => ears.get(session)?.update(update),
    ended: () => {
      program.released?.()
      for (const ear of ears.values()) ear.ended(stream.ending() ?? 'it ended')
      ears.clear()
    },
  })
  child.process.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-MOST_STDERR)
  })
  const connection = client({ name: 'convene' })
    .onRequest('session/request_permission', ({ params }) => {
      const ear = ears.get(params.sessionId)
      return ear ? ear.ask(params) : { outcome: { outcome: 'cancelled' } }
    })
    .connect(stream)
  const close = async () => {
    connection.close()
    await child.end(GRACE_MS)
  }
  try {
    const about = await shakeHands(connection.agent, agent, version)
    return {
      about,
      agent: connection.agent,
      hear: (session, ear) => {
        ears.set(session, ear)
        return () => void (ears.get(session) === ear && ears.delete(session))
      },
      ending: stream.ending,
      complaint: () => stderr.trim(),
      close,
    }
  } catch (error) {
    const why = stream.ending()
    await close()
    throw why ? new Error([why, stderr.trim()].filter(Boolean).join('\n')) : error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

async function shakeHands(program: ClientContext, { authenticate }: KnownAgent, version: string) {
  const request = { protocolVersion: 1, clientInfo: { name: 'convene', version }, clientCapabilities: {} }
  const about = await inTime(program.request<InitializeResponse>('initialize', request), HANDSHAKE_MS)
  if (about.protocolVersion !== 1) throw new Error(`it speaks version ${about.protocolVersion} of the protocol, not 1`)
  if (authenticate) await inTime(program.request('authenticate', { methodId: authenticate }), HANDSHAKE_MS)
  return about
}

/** The SDK's own limits count from the last message, so the handshake has none. */
export async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`it did not answer within ${ms / 1_000} s`)), ms)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
