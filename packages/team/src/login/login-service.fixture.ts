import { generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export const CLIENT = { clientId: 'convene', clientSecret: 'a-secret-of-the-client' }

/** A person the login service knows. */
export type Somebody = { readonly sub: string; readonly [claim: string]: unknown }

/** A login service on this machine. It logs everyone in as `somebody`. */
export type LoginService = { readonly issuer: string; somebody: Somebody; close(): Promise<void> }

/** A real OpenID Connect provider. */
export async function loginService(redirectUri: string): Promise<LoginService> {
  const { server, address, close } = await listening()
  const service = { issuer: address, somebody: { sub: 'alice' } as Somebody, close }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const provider = new Provider(address, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the provider'] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ ...service.somebody, sub: accountId }),
    }),
    loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string }; params: { scope: string } } }) => {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: CLIENT.clientId })
      grant.addOIDCScope(oidc.params.scope)
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: service.somebody.sub } })
  })
  return service
}

/** Changes the claims that a hostile or broken login service signs. */
export type Forgery = (claims: { readonly [claim: string]: unknown }) => object

/** A login service that signs whatever `forge` returns, even with a foreign key. */
export async function forgingService(): Promise<
  Pick<LoginService, 'issuer' | 'close'> & { forge: Forgery; nonce: string; foreignKey: boolean; isDown: boolean }
> {
  const { server, address, close } = await listening()
  const [own, foreign] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const service = {
    issuer: address,
    forge: ((claims) => claims) as Forgery,
    nonce: '',
    foreignKey: false,
    isDown: false,
    close,
  }
  const signed = (claims: object): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg: 'RS256', kid: 'own' })}.${part(claims)}`
    const key = (service.foreignKey ? foreign : own)?.privateKey
    return key ? `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}` : text
  }
  const routes: { readonly [path: string]: () => object } = {
    '/.well-known/openid-configuration': () => ({
      issuer: address,
      authorization_endpoint: `${address}/authorize`,
      token_endpoint: `${address}/token`,
      jwks_uri: `${address}/jwks`,
    }),
    '/jwks': () => ({ keys: [{ ...own?.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] }),
    '/token': () => {
      const seconds = Math.floor(Date.now() / 1_000)
      const claims = {
        iss: address,
        aud: CLIENT.clientId,
        sub: 'mallory',
        nonce: service.nonce,
        iat: seconds,
        exp: seconds + 300,
      }
      return { access_token: 'x', token_type: 'Bearer', id_token: signed(service.forge(claims)) }
    },
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (service.isDown) return response.writeHead(503).end()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(routes[request.url ?? '']?.() ?? {}))
  })
  return service
}

async function listening(): Promise<{ server: Server; address: string; close(): Promise<void> }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
