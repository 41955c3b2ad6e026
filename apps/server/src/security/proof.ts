import { createHmac, randomBytes } from 'node:crypto'
import { createClient, httpHost, provenText } from '@convene/protocol'
import { isSame } from './same.ts'

const ANSWER_MS = 5_000

/** What a page is given beside the cookie: browsers send cookies to every port of a host, and this to none by themselves. */
export const pageKeyOf = (token: string): string => createHmac('sha256', token).update('page').digest('base64url')

/** What only a server with this token can answer to a challenge, called by this name. */
export const proofOf = (token: string, host: string, challenge: string): string =>
  createHmac('sha256', pageKeyOf(token)).update(provenText(host, challenge)).digest('hex')

/** Whether the server with this token answers there. Whoever does is told nothing that could be used. */
export async function provesItself(address: string, token: string): Promise<boolean> {
  const challenge = randomBytes(24).toString('base64url')
  const answered = await createClient(httpHost({ base: address, fetch: soon })).health({ challenge })
  const proof: unknown = answered.ok ? answered.value?.proof : undefined
  return typeof proof === 'string' && isSame(proof, proofOf(token, new URL(address).host, challenge))
}

/** Somebody else's program may hold the port, and may never answer or lead elsewhere. */
const soon: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_MS) })
