import { ANSWER_HEADER, PAGE_KEY_HEADER, provenText, signedAnswerText, signedCallText } from '@convene/protocol'

type Send = typeof globalThis.fetch

/**
 * Calls the server this page came from, with a pass made from the page's key. While the server is down, another program
 * may take its port, so before each call the server must prove that it knows the key, and until then it gets neither
 * pass nor cookie. Concurrent calls share a proof. The key itself is never sent: if the server dies between its proof
 * and the call, a program that takes the port gets a useless pass, and the page ignores its answer.
 */
export function ownServer(coming: Promise<string | null>, host: string, send: Send = globalThis.fetch): Send {
  let proving: Promise<Proven | null> | null = null
  const prove = (key: string): Promise<Proven | null> => {
    // A past proof says nothing about who has the port now.
    proving ??= proven(key, host, send).finally(() => {
      proving = null
    })
    return proving
  }
  return async (input, init) => {
    const key = await coming
    if (key === null) return send(input, init)
    const first = await prove(key)
    if (first === null) return refusal()
    const answer = await send(input, withPass(init, first.pass))
    if (answer.status !== 401) return fromServer(answer, first)
    // The server has restarted since its proof. It did not run the call, and needs another pass.
    const next = await prove(key)
    if (next === null) return refusal()
    return next.pass === first.pass ? answer : fromServer(await send(input, withPass(init, next.pass)), next)
  }
}

/** The pass for a server that knows the key, and the mark its answers carry. Without a mark, none is expected. */
type Proven = { readonly pass: string; readonly mark?: string }

/** An answer that is safe to read. Another program's could be anything and break the page. */
const fromServer = (answer: Response, { mark }: Proven): Response =>
  !answer.ok || mark === undefined || answer.headers.get(ANSWER_HEADER) === mark
    ? answer
    : refused(502, { code: 'bad_answer', message: 'Another program answered. Is Convene still running?' })

function withPass(init: RequestInit | undefined, pass: string): RequestInit {
  const headers = new Headers(init?.headers)
  headers.set(PAGE_KEY_HEADER, pass)
  return { ...init, headers }
}

/** The same refusal as for a wrong key, because the fix is the same. */
function refusal(): Response {
  const message = 'The server at this address does not know this page. Open the link that convene prints now.'
  return refused(401, { code: 'unauthorized', message })
}

const refused = (status: number, error: { readonly code: string; readonly message: string }): Response =>
  Response.json({ error }, { status })

/** Whether the server knows the key. */
export const isServerProven = async (key: string, host: string, send?: Send): Promise<boolean> =>
  (await proven(key, host, send)) !== null

/**
 * The server's pass and mark if it knows the key, or null. Pages without `crypto.subtle` (plain HTTP) cannot check, and
 * have to send the key.
 */
async function proven(key: string, host: string, send: Send = globalThis.fetch): Promise<Proven | null> {
  if (!globalThis.crypto?.subtle) return { pass: key }
  const challenge = hexOf(crypto.getRandomValues(new Uint8Array(24)))
  const answer = await send(`/api/health?challenge=${challenge}`, { credentials: 'omit', redirect: 'error' })
  const said = await answer.json().then(
    (given: { readonly proof?: unknown; readonly boot?: unknown } | null) => given,
    () => null,
  )
  const [proof, boot] = [String(said?.proof ?? ''), String(said?.boot ?? '')]
  const using = { name: 'HMAC', hash: 'SHA-256' }
  const known = await crypto.subtle.importKey('raw', bytesOf(key), using, false, ['sign', 'verify'])
  const isRight = await crypto.subtle.verify('HMAC', known, ofHex(proof), bytesOf(provenText(host, challenge, boot)))
  if (!isRight) return null
  const signed = async (text: string) => hexOf(new Uint8Array(await crypto.subtle.sign('HMAC', known, bytesOf(text))))
  return { pass: await signed(signedCallText(host, boot)), mark: await signed(signedAnswerText(host, boot)) }
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (each) => each.toString(16).padStart(2, '0')).join('')

const ofHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/[0-9a-f]{2}/gu) ?? [], (pair) => Number.parseInt(pair, 16))
