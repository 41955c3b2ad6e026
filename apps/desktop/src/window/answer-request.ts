import type { RequestAnswering } from '@convene/protocol'
import type { DevTools, Parameters } from '../devtools/pipe.ts'
import { isOurs } from './origin.ts'

export type Paused = {
  readonly requestId: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: { readonly [name: string]: string }
    readonly postData?: string
    readonly postDataEntries?: readonly { readonly bytes?: string }[]
  }
  readonly resourceType: string
}

type RequestContext = {
  readonly devTools: DevTools
  readonly session: string | undefined
  readonly answer: RequestAnswering
}

/** Answers or refuses a request of the page: none of them ever reaches a network. */
export async function answerRequest({ devTools, session, answer }: RequestContext, params: Parameters): Promise<void> {
  const paused = params as unknown as Paused
  const { requestId, request } = paused
  // Aborting a navigation leaves the page as it is. Refusing it would show the browser's error page.
  const errorReason = paused.resourceType === 'Document' ? 'Aborted' : 'AccessDenied'
  const fail = () => devTools.send('Fetch.failRequest', { requestId, errorReason }, session)
  try {
    await (isOurs(request.url) ? fulfil(await answer(requestOf(paused))) : fail())
  } catch {
    // The page navigated away before its answer was ready, or the window was closed.
    await fail().catch(() => undefined)
  }

  async function fulfil(response: Response): Promise<void> {
    const body = Buffer.from(await response.arrayBuffer()).toString('base64')
    const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }))
    await devTools.send(
      'Fetch.fulfillRequest',
      { requestId, responseCode: response.status, responseHeaders, body },
      session,
    )
  }
}

function requestOf({ request }: Paused): Request {
  const { url, method, headers, postData, postDataEntries } = request
  const bytes = postDataEntries?.map(({ bytes: part = '' }) => Buffer.from(part, 'base64'))
  const body = method === 'GET' || method === 'HEAD' ? null : bytes ? Buffer.concat(bytes) : (postData ?? null)
  return new Request(url, { method, headers: new Headers({ ...headers }), body })
}
