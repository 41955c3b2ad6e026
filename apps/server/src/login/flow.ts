import { createHmac, randomBytes } from 'node:crypto'

/**
 * One attempt to log in with a login service, known only to the browser that began it. Everything that has to match
 * later follows from its secret, so any server can finish it and none has to remember it.
 */
export type Flow = {
  readonly secret: string
  /** The page to show afterwards. */
  readonly to: string
}

export const FLOW_SECONDS = 600

export const newFlow = (to: string): Flow => ({ secret: randomBytes(32).toString('base64url'), to })

const derived = ({ secret }: Flow, what: string): string =>
  createHmac('sha256', secret).update(what).digest('base64url')

/** Comes back with the answer of the login service. A page of another site cannot guess it. */
export const stateOf = (flow: Flow): string => derived(flow, 'state')
/** Is in the signed answer, so that one for another attempt is refused. */
export const nonceOf = (flow: Flow): string => derived(flow, 'nonce')
/** Proves to the login service that who redeems the code also asked for it (PKCE). */
export const verifierOf = (flow: Flow): string => derived(flow, 'verifier')

/** As the browser stores it. */
export const writeFlow = ({ secret, to }: Flow): string => `${secret}.${Buffer.from(to).toString('base64url')}`

/** Undefined if it is missing or not ours. */
export function readFlow(text: string | undefined): Flow | undefined {
  const [, secret, to] = /^([\w-]{43})\.([\w-]*)$/u.exec(text ?? '') ?? []
  if (secret === undefined || to === undefined) return undefined
  return { secret, to: ownPath(Buffer.from(to, 'base64url').toString()) }
}

/** A path of this server, or its start page: a link must not lead to another site after the login. */
export const ownPath = (to: string | null | undefined): string =>
  to && to.length <= 2_000 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(to) ? to : '/'
