import { createHmac, randomBytes } from 'node:crypto'

/**
 * One login attempt with a login service, known only to the browser that began it. Everything that has to match later
 * is derived from its secret, so any server can finish it and none has to remember it.
 */
export type LoginFlow = {
  readonly secret: string
  /** The page to show afterwards. */
  readonly to: string
}

export const FLOW_SECONDS = 600

export const newFlow = (to: string): LoginFlow => ({ secret: randomBytes(32).toString('base64url'), to })

const derived = ({ secret }: LoginFlow, what: string): string =>
  createHmac('sha256', secret).update(what).digest('base64url')

/** Comes back with the login service's answer. Another site's page cannot guess it. */
export const flowState = (flow: LoginFlow): string => derived(flow, 'state')
/** Part of the signed answer, so that an answer to another attempt is refused. */
export const nonceOf = (flow: LoginFlow): string => derived(flow, 'nonce')
/** Proves to the login service that the code is redeemed by the same party that requested it (PKCE). */
export const verifierOf = (flow: LoginFlow): string => derived(flow, 'verifier')

/** The flow as the browser stores it. */
export const writeFlow = ({ secret, to }: LoginFlow): string => `${secret}.${Buffer.from(to).toString('base64url')}`

/** Undefined if it is missing or not ours. */
export function readFlow(text: string | undefined): LoginFlow | undefined {
  const [, secret, to] = /^([\w-]{43})\.([\w-]*)$/u.exec(text ?? '') ?? []
  if (secret === undefined || to === undefined) return undefined
  return { secret, to: ownPath(Buffer.from(to, 'base64url').toString()) }
}

/** The path if it is on this server, otherwise the start page: a login link must not lead to another site. */
export const ownPath = (to: string | null | undefined): string =>
  to && to.length <= 2_000 && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(to) ? to : '/'
