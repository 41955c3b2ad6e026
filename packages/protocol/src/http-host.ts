import type { WireEvent } from '@convene/domain'
import { eventStreamReader, type StreamMessage } from './event-stream.ts'
import type { ChangeFeed, EventFeed, FeedState, Host, HostRequest, HostResponse, LiveDelta } from './host.ts'
import type { RowChange } from './sessions/session.ts'

/** How to reach a server. A page's cookie is sent automatically, and its key is added by the `fetch` it provides. */
export type HttpHostOptions = {
  /** `http://127.0.0.1:7410`. Not set: the page's origin. */
  readonly base?: string
  readonly token?: string
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds before a lost stream is retried: doubled each time, up to ten times the value. */
  readonly retryMs?: number
  /** Awaited between chunks of a stream, so that a screen can paint. */
  readonly breathe?: () => Promise<void>
}

const RETRY_MS = 500

/** Calls over HTTP, and events over a stream that resumes where it broke. */
export function httpHost(options: HttpHostOptions = {}): Host {
  return {
    call: (request) => call(options, request),
    events: (session, after, feed) => followEvents(options, { session, after, feed }),
    changes: (feed) => followChanges(options, feed),
  }
}

async function call(options: HttpHostOptions, request: HostRequest): Promise<HostResponse> {
  const { method, path, body, file } = request
  const send = options.fetch ?? globalThis.fetch
  const type = file === undefined ? 'application/json' : 'application/octet-stream'
  const sent = file ?? (body === undefined ? undefined : JSON.stringify(body))
  try {
    const response = await send(`${options.base ?? ''}${path}`, {
      method,
      headers: { ...headersOf(options), ...(sent !== undefined && { 'content-type': type }) },
      ...(sent !== undefined && { body: sent as string }),
    })
    return { status: response.status, body: await bodyOf(request, response) }
  } catch {
    return { status: 0, body: { error: { code: 'unreachable', message: 'Convene is not responding. Is it running?' } } }
  }
}

function bodyOf({ answer }: HostRequest, response: Response): Promise<unknown> {
  if (answer === 'bytes' && response.ok) return response.blob()
  const isJson = response.headers.get('content-type')?.includes('application/json')
  return isJson && !response.headers.has('content-disposition') ? response.json() : response.text()
}

const headersOf = ({ token }: HttpHostOptions): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

type Follow = { readonly session: string; readonly after: number; readonly feed: EventFeed }

function followEvents(options: HttpHostOptions, { session, after, feed }: Follow): () => void {
  let seq = after
  return keepStreaming(options, {
    path: () => {
      const cut = feed.cut === undefined ? '' : `&cut=${feed.cut}`
      return `/api/sessions/${session}/events?after=${seq}${feed.delta ? '&deltas=1' : ''}${cut}`
    },
    connection: feed.connection?.bind(feed),
    take: (messages) => {
      for (const run of inRuns(messages)) seq = pass(feed, run, seq)
    },
  })
}

/** Delivers each event once and returns the last sequence number delivered. */
function pass(feed: EventFeed, run: readonly StreamMessage[], seq: number): number {
  if (run[0]?.type === 'delta') for (const { data } of run) feed.delta?.(JSON.parse(data) as LiveDelta)
  if (run[0]?.type !== 'message') return seq
  const events = run.map(({ data }) => JSON.parse(data) as WireEvent).filter((event) => event.seq > seq)
  if (events.length > 0) feed.events(events)
  return events.at(-1)?.seq ?? seq
}

/** Groups adjacent messages of the same type, in order. */
function inRuns(messages: readonly StreamMessage[]): readonly (readonly StreamMessage[])[] {
  const runs: StreamMessage[][] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (last?.[0]?.type === message.type) last.push(message)
    else runs.push([message])
  }
  return runs
}

const followChanges = (options: HttpHostOptions, feed: ChangeFeed): (() => void) =>
  keepStreaming(options, {
    path: () => '/api/changes',
    connection: feed.connection?.bind(feed),
    take: (messages) => {
      for (const { data } of messages) feed.change(JSON.parse(data) as RowChange)
    },
  })

type Streaming = {
  path(): string
  take(messages: readonly StreamMessage[]): void
  readonly connection: ((state: FeedState) => void) | undefined
}

/** Reads a stream and reopens it when it ends, until the returned function is called. */
function keepStreaming(options: HttpHostOptions, { path, take, connection }: Streaming): () => void {
  const ending = new AbortController()
  const streaming = { path, take, connection: changesTo(connection) }
  void (async () => {
    for (let failures = 0; !ending.signal.aborted; failures++) {
      const outcome = await readOnce(options, streaming, ending.signal)
      if (ending.signal.aborted) return
      if (outcome === 'refused') return streaming.connection?.('refused')
      if (outcome === 'read') failures = 0
      streaming.connection?.('lost')
      await pause((options.retryMs ?? RETRY_MS) * Math.min(10, 2 ** failures), ending.signal)
    }
  })()
  return () => ending.abort()
}

/** Reports only changes. */
function changesTo(connection: Streaming['connection']): Streaming['connection'] {
  let known: FeedState | undefined
  return (state) => {
    if (state !== known) connection?.(state)
    known = state
  }
}

async function readOnce(
  options: HttpHostOptions,
  { path, take, connection }: Streaming,
  signal: AbortSignal,
): Promise<'read' | 'failed' | 'refused'> {
  const send = options.fetch ?? globalThis.fetch
  let hasRead = false
  try {
    const headers = { ...headersOf(options), accept: 'text/event-stream' }
    const response = await send(`${options.base ?? ''}${path()}`, { headers, signal })
    if (response.status >= 400 && response.status < 500) return 'refused'
    if (!response.ok || !response.body) return 'failed'
    connection?.('live')
    const read = eventStreamReader()
    for await (const piece of piecesOf(response.body)) {
      hasRead = true
      take(read(piece))
      await options.breathe?.()
    }
  } catch {
    return hasRead ? 'read' : 'failed'
  }
  return hasRead ? 'read' : 'failed'
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
