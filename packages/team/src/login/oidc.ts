import { type Result, refuse } from '@convene/domain'
import { isLoopback } from '@convene/server'
import type { ClientAuth, Configuration } from 'openid-client'
import { flowState, type LoginFlow, nonceOf, verifierOf } from './flow.ts'
import type { Claims } from './identity.ts'

export type OidcOptions = {
  readonly issuer: string
  readonly clientId: string
  /** Omitted for a public client, which PKCE alone protects. */
  readonly clientSecret?: string | undefined
  readonly scopes: readonly string[]
  readonly groupsClaim: string
  /** Details of a failure, for the log file. They contain no secret. */
  warn?(text: string): void
}

/** A login service: OpenID Connect with the code flow and PKCE. */
export type Oidc = {
  readonly issuer: string
  /** Where to send the browser. */
  begin(flow: LoginFlow, redirectUri: string): Promise<Result<URL>>
  /** Who logged in, from the URL the browser was redirected to. */
  finish(flow: LoginFlow, answer: URL): Promise<Result<Claims>>
}

const SERVICE_SECONDS = 10
const CLOCK_SECONDS = 30

/** A login service from its settings. Discovery happens at the first login, and again if it failed. */
export function openOidc(options: OidcOptions): Oidc {
  let asked: Promise<Configuration> | undefined
  const service = (): Promise<Configuration> => {
    asked ??= discover(options).catch((error: unknown) => {
      asked = undefined
      throw error
    })
    return asked
  }
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<Result<T>> => {
    try {
      return { ok: true, value: await work() }
    } catch (error) {
      options.warn?.(`${what}: ${reasonOf(error)}`)
      return refuse('login_failed', `${what}. Try again. An admin finds the reason in the log file of the server.`)
    }
  }
  return {
    issuer: options.issuer,
    begin: (flow, redirectUri) =>
      attempt('The login service does not answer', async () => beginAt(await service(), options, flow, redirectUri)),
    finish: (flow, answer) =>
      attempt('The login was not accepted', async () => finishAt(await service(), options, flow, answer)),
  }
}

async function discover({ issuer, clientId, clientSecret }: OidcOptions): Promise<Configuration> {
  const client = await import('openid-client')
  const url = new URL(issuer)
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname.replaceAll(/[[\]]/gu, ''))
  const auth = clientSecret === undefined ? client.None() : await secretAuth(clientSecret)
  return client.discovery(url, clientId, { [client.clockTolerance]: CLOCK_SECONDS }, auth, {
    timeout: SERVICE_SECONDS,
    // Plain HTTP is allowed on this machine only. Elsewhere, anyone on the network could read the code.
    // The library relies on TLS for the rest. We also check the signature of the service's answers.
    execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
  })
}

/** The authentication method the service supports: some know only one of the two. */
async function secretAuth(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await import('openid-client')
  return (server, ...rest) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = known.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost
    return way(secret)(server, ...rest)
  }
}

async function beginAt(
  service: Configuration,
  { scopes }: OidcOptions,
  flow: LoginFlow,
  redirectUri: string,
): Promise<URL> {
  const client = await import('openid-client')
  return client.buildAuthorizationUrl(service, {
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', ...scopes])].join(' '),
    state: flowState(flow),
    nonce: nonceOf(flow),
    code_challenge: await client.calculatePKCECodeChallenge(verifierOf(flow)),
    code_challenge_method: 'S256',
  })
}

async function finishAt(
  service: Configuration,
  { groupsClaim }: OidcOptions,
  flow: LoginFlow,
  answer: URL,
): Promise<Claims> {
  const client = await import('openid-client')
  const tokens = await client.authorizationCodeGrant(service, answer, {
    expectedState: flowState(flow),
    expectedNonce: nonceOf(flow),
    pkceCodeVerifier: verifierOf(flow),
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('no ID token')
  const isWhole = claims.name !== undefined && claims[groupsClaim] !== undefined
  if (isWhole || service.serverMetadata().userinfo_endpoint === undefined) return claims
  // Many services put only the subject into the signed answer. This call gets the rest.
  return { ...(await client.fetchUserInfo(service, tokens.access_token, claims.sub)), ...claims }
}

/** The library's messages say what did not match. Codes and tokens are only in `cause`, which is omitted. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { code, error_description: described } = error as { code?: unknown; error_description?: unknown }
  return [error.message, code, described].filter((part) => typeof part === 'string').join(', ')
}
