import { PAGE_KEY_HEADER, provenText } from '@convene/protocol'

type Send = typeof globalThis.fetch

/**
 * Calls the server this page came from, with the page's key. While the server is down, another program may take its port.
 * So before each call the server must prove that it knows the key, and until then it gets neither key nor cookie.
 * Concurrent calls share a proof.
 */
export function ownServer(coming: Promise<string | null>, host: string, send: Send = globalThis.fetch): Send {
  let proving: Promise<boolean> | null = null
  const prove = (key: string): Promise<boolean> => {
    // A past proof says nothing about who has the port now.
    proving ??= isProven(key, host, send).finally(() => {
      proving = null
    })
    return proving
  }
  return async (input, init) => {
    const key = await coming
    if (key === null) return send(input, init)
    if (!(await prove(key))) return refusal()
    const headers = new Headers(init?.headers)
    headers.set(PAGE_KEY_HEADER, key)
    return send(input, { ...init, headers })
  }
}

/** The same refusal as for a wrong key, because the user has to do the same. */
function refusal(): Response {
  const message = 'The server at this address does not know this page. Open the link that convene prints now.'
  return Response.json({ error: { code: 'unauthorized', message } }, { status: 401 })
}

/** Whether the server knows the key. Pages without `crypto.subtle` (plain HTTP) cannot check. */
export async function isProven(key: string, host: string, send: Send = globalThis.fetch): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return true
  const challenge = hexOf(crypto.getRandomValues(new Uint8Array(24)))
  const answer = await send(`/api/health?challenge=${challenge}`, { credentials: 'omit', redirect: 'error' })
  const proof = await answer.json().then(
    (said: { readonly proof?: unknown } | null) => String(said?.proof ?? ''),
    () => '',
  )
  const bytes = (text: string) => new TextEncoder().encode(text)
  const using = { name: 'HMAC', hash: 'SHA-256' }
  const known = await crypto.subtle.importKey('raw', bytes(key), using, false, ['verify'])
  return crypto.subtle.verify('HMAC', known, ofHex(proof), bytes(provenText(host, challenge)))
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (each) => each.toString(16).padStart(2, '0')).join('')

const ofHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/gu) ?? [], (pair) => Number.parseInt(pair, 16))
