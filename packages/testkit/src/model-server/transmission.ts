import type { ServerResponse } from 'node:http'

/** One action on the wire after the headers. */
export type Act =
  | { readonly act: 'write'; readonly bytes: Uint8Array }
  | { readonly act: 'wait'; readonly ms: number }
  /** Repeats the same bytes until the client leaves. */
  | { readonly act: 'repeat'; readonly bytes: Uint8Array; readonly everyMs: number }
  /** Sends nothing more and keeps the connection open. */
  | { readonly act: 'hold' }
  /** Resets the connection without a proper end. */
  | { readonly act: 'reset' }

/** Everything the server sends for one request. Without `reset` or `hold` it ends properly after the last action. */
export type Transmission = {
  /** 0: not HTTP at all. The bytes are sent unchanged, then the connection is reset. */
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly latencyMs?: number
  readonly acts: readonly Act[]
}

export const write = (bytes: Uint8Array | string): Act => ({
  act: 'write',
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
})

export const wait = (ms: number): Act => ({ act: 'wait', ms })
export const repeat = (bytes: Uint8Array, everyMs: number): Act => ({ act: 'repeat', bytes, everyMs })
export const hold: Act = { act: 'hold' }
export const reset: Act = { act: 'reset' }

/** Whether the server itself breaks the connection. */
export const isCut = (transmission: Transmission): boolean =>
  transmission.status === 0 || transmission.acts.includes(reset)

/** Sends until the end, or until the client is gone. */
export async function transmit(response: ServerResponse, transmission: Transmission): Promise<void> {
  if (transmission.latencyMs) await pause(response, transmission.latencyMs)
  if (gone(response)) return
  if (transmission.status === 0) return breakOff(response, transmission.acts)
  response.writeHead(transmission.status, transmission.headers)
  for (const act of transmission.acts) {
    if (gone(response)) return
    if ((await perform(response, act)) === 'stay') return
  }
  if (!gone(response)) response.end()
}

async function breakOff(response: ServerResponse, acts: readonly Act[]): Promise<void> {
  const { socket } = response
  for (const act of acts) {
    if (act.act === 'write') await new Promise((resolve) => socket?.write(act.bytes, resolve))
  }
  if (acts.length === 0) socket?.resetAndDestroy()
  else socket?.end()
}

async function perform(response: ServerResponse, act: Act): Promise<'continue' | 'stay'> {
  switch (act.act) {
    case 'write':
      await put(response, act.bytes)
      return 'continue'
    case 'wait':
      await pause(response, act.ms)
      return 'continue'
    case 'repeat':
      while (!gone(response)) {
        await put(response, act.bytes)
        await pause(response, act.everyMs)
      }
      return 'stay'
    case 'hold':
      response.flushHeaders()
      return 'stay'
    case 'reset':
      response.flushHeaders()
      await flushed(response)
      response.socket?.resetAndDestroy()
      return 'stay'
  }
}

const gone = (response: ServerResponse): boolean => response.destroyed || !response.socket || response.socket.destroyed

/** One write per part. Waits only if the client reads slower than we write. */
function put(response: ServerResponse, bytes: Uint8Array): Promise<void> | undefined {
  if (response.write(bytes)) return undefined
  return new Promise((resolve) => {
    response.once('drain', resolve)
    response.once('close', resolve)
  })
}

/** The data must be sent before the reset, which discards anything pending. */
const flushed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    response.write('', () => setTimeout(resolve, 5))
    response.once('close', resolve)
  })

function pause(response: ServerResponse, ms: number): Promise<void> {
  if (ms <= 0) return new Promise((resolve) => setImmediate(resolve))
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    response.once('close', done)
  })
}
