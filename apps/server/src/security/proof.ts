import { createHmac, randomBytes } from 'node:crypto'
import { createClient, httpHost, provenText } from '@convene/protocol'
import { isSame } from './same.ts'

const ANSWER_MS = 5_000

/**
 * Given to a page along with the cookie: browsers send cookies to every port of a host, but never this by themselves.
 */
export const pageKeyOf = (token: string): string => createHmac('sha256', token).update('page').digest('base64url')

/** The answer to a challenge that only a server with this token can give, under this host name. */
export const proofOf = (token: string, host: string, challenge: string): string =>
  createHmac('sha256', pageKeyOf(token)).update(provenText(host, challenge)).digest('hex')

/** Whether the server with this token answers there. Reveals nothing useful to another program. */
export async function provesItself(address: string, token: string): Promise<boolean> {
  const challenge = randomBytes(24).toString('base64url')
  const answered = await createClient(httpHost({ base: address, fetch: soon })).health({ challenge })
  const proof: unknown = answered.ok ? answered.value?.proof : undefined
  return typeof proof === 'string' && isSame(proof, proofOf(token, new URL(address).host, challenge))
}

/** Another program may hold the port, and may never answer or may redirect. */
const soon: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
