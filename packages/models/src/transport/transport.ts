/** The headers of an answer, by lower-case name. */
export type AnswerHeaders = Pick<Headers, 'get'> & Iterable<readonly [name: string, value: string]>

/** A server's answer while its body is still arriving. `read` returns undefined at the end of the body. */
export type IncomingAnswer = {
  readonly status: number
  readonly statusText: string
  readonly headers: AnswerHeaders
  readonly read: () => Promise<Uint8Array | undefined>
  readonly close: () => void
}

/** A request from a provider package or from our chat client, whose body may come in pieces. */
export type Outgoing = {
  readonly method?: string
  readonly headers?: RequestInit['headers']
  readonly body?: unknown
  readonly signal?: AbortSignal | null
}

/** The pieces of a body, if it has several. */
export const bodyPieces = (body: unknown): readonly Uint8Array[] | undefined => (Array.isArray(body) ? body : undefined)

/** Sends one request. Follows no redirects: keys in headers would be forwarded. */
export type Transport = (url: string, outgoing: Outgoing) => Promise<IncomingAnswer>

/** The platform's fetch as a transport. */
export const fetchTransport =
  (fetch: typeof globalThis.fetch): Transport =>
  async (url, outgoing) => {
    const pieces = bodyPieces(outgoing.body)
    const whole = pieces ? { ...outgoing, body: Buffer.concat(pieces).toString('utf8') } : outgoing
    const response = await fetch(url, { ...(whole as RequestInit), redirect: 'manual' })
    const reader = response.body?.getReader()
    return {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      read: async () => (await reader?.read())?.value,
      close: () => void reader?.cancel().catch(() => {}),
    }
  }
