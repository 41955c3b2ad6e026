import { sendThrough } from './guarded-fetch.ts'
import { bodyText } from './guarded-send.ts'

export type Fetch = typeof globalThis.fetch

const LIMIT_MS = 2_000
const LONGEST = 5_000_000

/** A request for a document, as our own clients make it. */
export type DocumentRequest = {
  readonly method?: string
  readonly headers?: RequestInit['headers']
  readonly body?: string
}

/** A small JSON document from a model server, or undefined if there is none. Never throws, so that no call fails. */
export async function fetchDocument(fetch: Fetch, url: string, asked: DocumentRequest = {}): Promise<unknown> {
  try {
    const received = await sendThrough(fetch)(url, { ...asked, signal: AbortSignal.timeout(LIMIT_MS) })
    if (received.status >= 300) {
      received.close()
      return undefined
    }
    const text = await bodyText(received)
    return text.length > LONGEST ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}
