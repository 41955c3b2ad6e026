import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import zlib from 'node:zlib'
import { type Environment, nodeHttp, nodeHttps } from '@convene/platform'
import { isLoopbackName } from './loopback.ts'
import { type AnswerHeaders, bodyPieces, type IncomingAnswer, type Outgoing, type Transport } from './transport.ts'

/** An idle connection is closed after this long: services drop idle ones, and the next request would fail. */
const IDLE_MS = 30_000

/**
 * Node's HTTP client as a transport: it uses less CPU than `fetch` for a streamed answer. Honors the usual proxy
 * variables, except for this machine. Connections are kept for a while and reused.
 */
export function httpTransport(environment: Environment): Transport {
  const direct = agents({})
  const proxied = agents(environment)
  return (address, outgoing) =>
    new Promise((resolve, reject) => {
      const url = new URL(address)
      const send = url.protocol === 'https:' ? nodeHttps().request : nodeHttp().request
      const { secure, plain } = isLoopbackName(url.hostname) ? direct : proxied
      const request = send(url, { agent: url.protocol === 'https:' ? secure : plain, ...requestOptions(outgoing) })
      request.once('response', (response) => resolve(incoming(response)))
      request.once('error', reject)
      write(request, outgoing.body)
    })
}

/** Pieces are written one by one: joining them would copy a long conversation with every request. */
function write(request: ClientRequest, body: unknown): void {
  const pieces = bodyPieces(body)
  if (!pieces) return void request.end(body as string | Uint8Array | undefined)
  request.setHeader(
    'content-length',
    pieces.reduce((sum, { length }) => sum + length, 0),
  )
  for (const piece of pieces) request.write(piece)
  request.end()
}

function agents(proxies: Environment) {
  const options = { keepAlive: true, timeout: IDLE_MS, proxyEnv: proxies as NodeJS.ProcessEnv }
  return { plain: new (nodeHttp().Agent)(options), secure: new (nodeHttps().Agent)(options) }
}

const requestOptions = ({ method, headers = {}, signal }: Outgoing): RequestOptions => ({
  method,
  headers: plainHeaders(headers),
  ...(signal ? { signal } : {}),
})

/** Avoids `Headers`: its first use loads all of `fetch`, which takes a twelfth of a process's first call. */
const plainHeaders = (headers: NonNullable<Outgoing['headers']>): OutgoingHttpHeaders =>
  Symbol.iterator in headers ? Object.fromEntries(headers as Iterable<[string, string]>) : { ...headers }

function incoming(response: IncomingMessage): IncomingAnswer {
  const body = unpacked(response)
  const arrived = arrivals(body)
  return {
    status: response.statusCode ?? 0,
    statusText: response.statusMessage ?? '',
    headers: headersOf(response),
    close: () => void response.destroy(),
    read: async () => {
      for (;;) {
        const chunk = body.read() as Uint8Array | null
        if (chunk) return chunk
        if (await arrived()) return undefined
      }
    },
  }
}

/** We never request compression, but some gateways compress anyway. A truncated end shows up as a missing finish. */
function unpacked(response: IncomingMessage): Readable {
  const flush = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH }
  const brotli = { flush: zlib.constants.BROTLI_OPERATION_FLUSH, finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }
  switch (response.headers['content-encoding']) {
    case 'gzip':
    case 'deflate':
      return pipeline(response, zlib.createUnzip(flush), () => {})
    case 'br':
      return pipeline(response, zlib.createBrotliDecompress(brotli), () => {})
    default:
      return response
  }
}

/** Waits for the next event on the body. True at its end, an error if it broke off. */
function arrivals(body: Readable): () => Promise<boolean> {
  let wake = () => {}
  let error: Error | undefined
  const note = () => wake()
  body.on('readable', note).on('end', note).on('close', note)
  body.on('error', (cause) => {
    error = cause
    wake()
  })
  return async () => {
    if (error) throw error
    if (body.readableEnded) return true
    if (body.destroyed) throw Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })
    await new Promise<void>((resolve) => {
      wake = resolve
    })
    return false
  }
}

/** As Node has parsed and checked them. A `Headers` would check them again. */
function headersOf({ headers }: IncomingMessage): AnswerHeaders {
  const headerOf = (name: string) => (Object.hasOwn(headers, name) ? headers[name] : undefined)
  return {
    get: (name) => headerOf(name.toLowerCase())?.toString() ?? null,
    *[Symbol.iterator]() {
      for (const [name, value] of Object.entries(headers)) if (value !== undefined) yield [name, String(value)]
    },
  }
}
