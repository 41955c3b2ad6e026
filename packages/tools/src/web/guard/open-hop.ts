import type { ClientRequestArgs, IncomingMessage } from 'node:http'
import type { LookupFunction, Socket } from 'node:net'
import { nodeHttp, nodeHttps } from '@convene/platform'
import type { ResolvedAddress } from './resolve-host.ts'

/** One request to one server, whose addresses were checked. */
export type Hop = {
  readonly url: URL
  readonly addresses: readonly ResolvedAddress[]
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Opens the socket instead of Node. Its lookup only returns the checked addresses. */
  readonly connection?: (options: ClientRequestArgs) => Socket
}

/** Sends the request over a new connection to one of the checked addresses. May throw. */
export function openHop(hop: Hop, signal: globalThis.AbortSignal): Promise<IncomingMessage> {
  const { url, addresses, method, headers, body, connection } = hop
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? nodeHttps().request : nodeHttp().request
    const request = send(url, {
      method,
      headers: { host: url.host, ...headers },
      signal,
      lookup: onlyTo(addresses),
      ...(connection ? { createConnection: connection } : { agent: false }),
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.end(body)
  })
}

/** Resolves every name to the checked addresses: asking again could return others. */
export function onlyTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_name, options, answer) => {
    const [first] = addresses
    if (options.all) return answer(null, [...addresses])
    return answer(null, first?.address ?? '', first?.family)
  }
}
