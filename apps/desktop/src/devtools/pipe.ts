import type { Readable, Writable } from 'node:stream'

export type Parameters = { readonly [name: string]: unknown }

/** An unsolicited message of the DevTools protocol. */
export type DevToolsEvent = {
  readonly method: string
  readonly params: Parameters
  readonly session: string | undefined
}

/** The DevTools protocol over a pair of pipes: no port is open, and nothing else can connect. */
export interface DevTools {
  /** Rejects if the browser refuses or has exited. */
  send<Result = unknown>(method: string, params?: Parameters, session?: string): Promise<Result>
  on(listen: (event: DevToolsEvent) => void): () => void
  /** Resolves when the browser has exited. */
  readonly closed: Promise<void>
}

type Waiting = { resolve(result: unknown): void; reject(error: Error): void; readonly method: string }

type Message = {
  readonly id?: number
  readonly method?: string
  readonly params?: Parameters
  readonly result?: unknown
  readonly error?: { readonly message: string }
  readonly sessionId?: string
}

/** Messages are JSON, each ended by a zero byte. */
export function openDevTools(input: Writable, output: Readable): DevTools {
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(event: DevToolsEvent) => void>()
  let last = 0
  let isGone = false
  const closed = new Promise<void>((resolve) => {
    const end = () => {
      isGone = true
      for (const { reject, method } of waiting.values()) reject(new Error(`${method}: the window is gone`))
      waiting.clear()
      resolve()
    }
    output.once('close', end)
    output.once('end', end)
    // An exiting browser can break the pipe mid-message. Only `closed` may report that.
    input.on('error', end)
    output.on('error', end)
  })
  readMessages(output, (message) => take(message, waiting, listeners))
  return {
    closed,
    on: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    send: (method, params = {}, session) =>
      new Promise((resolve, reject) => {
        if (isGone) return reject(new Error(`${method}: the window is gone`))
        last += 1
        waiting.set(last, { resolve: resolve as (result: unknown) => void, reject, method })
        const message = { id: last, method, params, ...(session !== undefined && { sessionId: session }) }
        input.write(`${JSON.stringify(message)}\0`)
      }),
  }
}

function take(message: Message, waiting: Map<number, Waiting>, listeners: Set<(event: DevToolsEvent) => void>): void {
  if (message.id === undefined) {
    const event = { method: message.method ?? '', params: message.params ?? {}, session: message.sessionId }
    for (const listen of listeners) listen(event)
    return
  }
  const asked = waiting.get(message.id)
  waiting.delete(message.id)
  if (message.error) asked?.reject(new Error(`${asked.method}: ${message.error.message}`))
  else asked?.resolve(message.result)
}

function readMessages(output: Readable, take: (message: Message) => void): void {
  let parts: Buffer[] = []
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(0, from); end >= 0; end = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, end))
      take(JSON.parse(Buffer.concat(parts).toString('utf8')) as Message)
      parts = []
      from = end + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  })
}
