import { tidyWholeChat } from './chat-document.ts'
import { chatStream } from './chat-stream.ts'
import { googleStream, tidyGoogle } from './google-stream.ts'
import { bodyText, guardedSend, type Received, type Send, type WireLimits } from './guarded-send.ts'
import { responsesStream } from './responses-stream.ts'
import { fetchTransport, type Transport } from './transport.ts'
import { WholeAnswer, wholeAnswer } from './whole-answer.ts'

type Fetch = typeof globalThis.fetch
type Tidy = (chunk: Uint8Array | undefined) => Uint8Array

/** The fetch given to provider packages. Our own clients use its `send`: a `Response` costs more than the answer. */
export type GuardedFetch = Fetch & { readonly send: Send }

/** Accepts a stream or a whole document, within the limits. */
export function guardedFetch(transport: Transport, limits?: WireLimits): GuardedFetch {
  const send = guardedSend(transport, limits)
  const fetch: Fetch = async (url, init) => {
    const whole = wholeAnswer(init?.signal)
    if (whole) return whole
    const received = await send(String(url), init ?? {})
    const { status, statusText } = received
    const headers = new Headers(Object.fromEntries(received.headers))
    if (status >= 300) return new Response(bodyOf(received), { status, statusText, headers })
    const { pathname } = new URL(String(url))
    if (received.isDocument) throw new WholeAnswer(await documentOf(received, pathname))
    return new Response(bodyOf(received, tidyFor(pathname)), { status, statusText, headers })
  }
  return Object.assign(fetch, { send })
}

/** How our own clients send through a fetch, which is guarded here if it is not guarded yet. */
export const sendThrough = (fetch: Fetch): Send =>
  'send' in fetch ? (fetch as GuardedFetch).send : guardedSend(fetchTransport(fetch))

const isGoogle = (pathname: string): boolean => /:(?:streamG|g)enerateContent$/u.test(pathname)
const isChat = (pathname: string): boolean => pathname.endsWith('/chat/completions')

function tidyFor(pathname: string): Tidy | undefined {
  if (isChat(pathname)) return chatStream()
  if (isGoogle(pathname)) return googleStream()
  return pathname.endsWith('/responses') ? responsesStream() : undefined
}

async function documentOf(received: Received, pathname: string): Promise<Response> {
  const text = await bodyText(received)
  const tidy = isChat(pathname) ? tidyDocument(text) : ((isGoogle(pathname) ? tidyGoogle(text) : undefined) ?? text)
  return new Response(tidy, { headers: { 'content-type': 'application/json' } })
}

function tidyDocument(text: string): string {
  try {
    return JSON.stringify(tidyWholeChat(JSON.parse(text)))
  } catch {
    return text
  }
}

function bodyOf({ read, close }: Received, tidy?: Tidy): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = await read()
        const bytes = tidy ? tidy(chunk) : chunk
        if (bytes) controller.enqueue(bytes)
        if (!chunk) controller.close()
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}
