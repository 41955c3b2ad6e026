import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '@convene/engine'
import { optionalPackages } from '@convene/extensions'
import { type Client, createClient, httpHost, PAGE_KEY_HEADER, SPACE_HEADER } from '@convene/protocol'
import { pageKeyOf } from '@convene/server'
import type { Accounts, SpaceRole } from '@convene/team'
import { accountsOf, OPERATOR, openTeamProgram, secretHash, startTeamServer, type TeamProgram } from '@convene/team'
import { sharedPostgres } from '@convene/testkit'
import { test } from 'vitest'

/** A person with a token for one space. */
export type Somebody = {
  readonly id: string
  readonly token: string
  readonly tokenId: string
  readonly client: Client
  /** The same person in a browser, logged in. */
  readonly page: Client
}

export type TeamServerFixture = {
  readonly address: string
  readonly workspace: string
  readonly program: TeamProgram
  readonly accounts: Accounts
  readonly operator: Client
  somebody(space: string, role: SpaceRole, name?: string): Promise<Somebody>
  /** Creates a space that works in the server's own workspace. */
  newSpace(fourEyes?: boolean): Promise<string>
  giveFolders(space: string, folders: readonly string[]): void
  giveRepositories(space: string, repositories: readonly { readonly url: string; readonly push?: boolean }[]): void
  /** A page's call from the browser of a logged-in person. */
  asPage(login: string, path: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** Models that only the test's own model answers for, at a dollar per thousand tokens. */
const settings = {
  model: 'local/scripted',
  providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
  models: { 'local/scripted': { price: { input: 1_000, output: 1_000 } } },
}

/** The program as it is installed. */
const product = { version: '1.2.3', optional: optionalPackages }

export const TOKEN = 'the-token-of-the-operator-of-this-server'

export type TeamServerOptions = {
  readonly model?: Model
  /** The folder of the built pages. */
  readonly assets?: string
}

/** A server with its own database. Without Postgres, a skipped test says why. */
export async function teamServer(options: TeamServerOptions = {}): Promise<TeamServerFixture | undefined> {
  const found = await sharedPostgres()
  if ('reason' in found) {
    test.skipIf(true)(`needs Postgres: ${found.reason}`, () => {})
    return undefined
  }
  const { root, home, workspace } = newFolders()
  const open = openTeamProgram({
    ...{ home, workspace, ...product, ...(options.model && { model: options.model }) },
    environment: { CONVENE_REHEARSAL_PACE: '0', CONVENE_TOKEN: TOKEN },
    database: { url: await found.server.database(), capacity: 20, secretKey: 'a1'.repeat(32) },
  })
  const serving = { role: 'all', capacity: 20, host: '127.0.0.1', port: 0, assets: options.assets } as const
  const started = await startTeamServer({ program: open.program, ...serving })
  if (!started.ok) throw new Error(started.refusal.message)
  const { address, close } = started.value
  const accounts = await accountsOf(open.program)
  let number = 0
  const { giveFolders, giveRepositories } = giver(home)
  const clientWith = (token: string) => createClient(httpHost({ base: address, token, retryMs: 20 }))
  return {
    ...{ address, workspace, program: open.program, accounts, operator: clientWith(TOKEN) },
    async somebody(space, role, name = role) {
      const { id } = await accounts.createPerson({ name, email: null }, OPERATOR)
      await accounts.setRole({ space, person: id, role }, OPERATOR)
      number += 1
      const token = `a-token-that-is-long-enough-${number}`
      const made = { hash: secretHash(token), name: 'test', person: id, space, expiresAt: null }
      const { id: tokenId } = await accounts.createToken(made, OPERATOR)
      const expiresAt = Date.now() + 86_400_000
      await accounts.createLogin({ hash: secretHash(token), person: id, space, expiresAt })
      return { id, token, tokenId, client: clientWith(token), page: pageOf(address, token) }
    },
    async newSpace(fourEyes = false) {
      number += 1
      const id = `space-${number}`
      await accounts.createSpace({ id, name: id, fourEyes }, OPERATOR)
      giveFolders(id, [workspace])
      return id
    },
    ...{ giveFolders, giveRepositories, asPage: pageCalls(address) },
    async close() {
      await close()
      await open.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const pageCalls = (address: string): TeamServerFixture['asPage'] => {
  const headers = { 'content-type': 'application/json' }
  return (login, path, init) => pageFetch(address, login)(`${address}${path}`, { ...init, headers })
}

const pageOf = (address: string, login: string): Client =>
  createClient(httpHost({ base: address, fetch: pageFetch(address, login), retryMs: 20 }))

function pageFetch(address: string, login: string): typeof fetch {
  const own = { cookie: `convene-login-${new URL(address).port}=${login}`, [PAGE_KEY_HEADER]: pageKeyOf(TOKEN) }
  return (url, init) => fetch(url, { ...init, headers: { ...init?.headers, ...own } })
}

const writeSettings = (home: string, more: object): void =>
  writeFileSync(join(home, 'config.json'), JSON.stringify({ ...settings, ...more }))

/** Enables every API. */
const everyWay = { openai: true, a2a: true }

function giver(home: string): Pick<TeamServerFixture, 'giveFolders' | 'giveRepositories'> {
  const workspaces: { [space: string]: unknown } = {}
  const repositories: { [space: string]: unknown } = {}
  const give = (all: { [space: string]: unknown }) => (space: string, given: unknown) => {
    all[space] = given
    writeSettings(home, { server: { ...everyWay, workspaces, repositories } })
  }
  return { giveFolders: give(workspaces), giveRepositories: give(repositories) }
}

function newFolders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'convene-people-')))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder)
  writeSettings(home, { server: everyWay })
  return { root, home, workspace }
}

/** The answer to a call with a token, and optionally in another space for the operator. */
export const called = (address: string, path: string, given: { token?: string; space?: string } & RequestInit = {}) => {
  const { token = TOKEN, space, ...init } = given
  const headers = new Headers({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  if (space !== undefined) headers.set(SPACE_HEADER, space)
  return fetch(`${address}${path}`, { ...init, headers })
}
