import { createHmac, randomBytes } from 'node:crypto'
import { createClient, httpHost, provenText, signedAnswerText, signedCallText } from '@convene/protocol'
import { isEqualInConstantTime } from './constant-time.ts'

const ANSWER_MS = 5_000

/**
 * Given to a page along with the cookie: browsers send cookies to every port of a host, but never this by themselves.
 */
export const pageKeyOf = (token: string): string => createHmac('sha256', token).update('page').digest('base64url')

/** For agents and programs that only ask teams. With the token itself they could answer their own approvals. */
export const agentTokenOf = (token: string): string => createHmac('sha256', token).update('mcp').digest('base64url')

/** The answer to a challenge that only a server with this token can give, under this host name. */
export const serverProof = (token: string, host: string, { challenge, boot }: Challenged): string =>
  createHmac('sha256', pageKeyOf(token))
    .update(provenText(host, challenge, boot))
    .digest('hex')

type Challenged = { readonly challenge: string; readonly boot: string }

/** Sent instead of the token or the page key. Worthless once the server process has ended. */
export const passOf = (secret: string, host: string, boot: string): string =>
  createHmac('sha256', secret).update(signedCallText(host, boot)).digest('hex')

/** The mark that identifies an answer to one of our pages as ours. */
export const answerMarkOf = (token: string, host: string, boot: string): string =>
  createHmac('sha256', pageKeyOf(token)).update(signedAnswerText(host, boot)).digest('hex')

/** The id shared by all processes of a team server, so that a page can call any of them. */
export const sharedBootOf = (token: string): string => createHmac('sha256', token).update('boot').digest('base64url')

/**
 * A pass for the server with this token, if it answers at this address and proves itself. Reveals nothing useful to
 * another program.
 */
export async function passFor(address: string, token: string): Promise<string | undefined> {
  const { host } = new URL(address)
  const challenge = randomBytes(24).toString('base64url')
  const answered = await createClient(httpHost({ base: address, fetch: soon })).health({ challenge })
  const { proof, boot } = (answered.ok && answered.value) || {}
  if (typeof proof !== 'string' || typeof boot !== 'string') return undefined
  return isEqualInConstantTime(proof, serverProof(token, host, { challenge, boot }))
    ? passOf(token, host, boot)
    : undefined
}

/** Another program may hold the port, and may never answer or may redirect. */
const soon: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
