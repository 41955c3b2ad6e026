import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Event } from '@convene/domain'
import { type Client, createClient, httpHost } from '@convene/protocol'
import { openPostgresStore } from '@convene/team'
import { type FoundPostgres, type ModelServer, startModelServer } from '@convene/testkit'
import { onTestFinished, test } from 'vitest'
import { type Launched, newPlace, settingsFor, until } from '../e2e/launch.ts'

/** One process of a team server, with its own data folder. */
export type Node = {
  readonly launched: Launched
  readonly client: Client
  readonly address: string
  /** Opens its page, logged in as the operator. */
  readonly link: string
}

export type Team = {
  readonly models: ModelServer
  readonly url: string
  node(role: 'web' | 'worker' | 'all', ...words: readonly string[]): Promise<Node>
  /** The same with another version of the program. */
  nodeOf(launcher: string, role: 'web' | 'worker', ...words: readonly string[]): Promise<Node>
  /** A node that chooses its own port. */
  nodeWithoutPort(role: 'web' | 'worker' | 'all'): Promise<Node>
  /** All stored events of all sessions. */
  events(): Promise<readonly Event[]>
}

/** Adds a skipped test that says why there is no Postgres here. */
export function skippedWithout(found: FoundPostgres): boolean {
  if ('server' in found) return false
  test.skipIf(true)(`needs Postgres: ${found.reason}`, () => {})
  return true
}

export const TOKEN = 'a-token-that-all-nodes-of-a-team-share'

type Environment = Readonly<Record<string, string>>
type Own = { readonly server?: object; readonly [setting: string]: unknown }

/** A team on one database, with a scripted model server. All nodes have these settings and variables. */
export async function newTeam(url: string, own: Own = {}, variables: Environment = {}): Promise<Team> {
  const models = await startModelServer()
  onTestFinished(() => models.close())
  const server = { workspaces: { main: [sharedFolder(), realpathSync(tmpdir())] }, ...own.server }
  const settings = { ...(settingsFor(models) as object), ...own, server }
  const environment = { CONVENE_DATABASE_URL: url, CONVENE_TOKEN: TOKEN, ...variables }
  const start = (words: readonly string[], launcher?: string) => startNode({ settings, environment, launcher }, words)
  // All of them run on this machine, so they reach each other.
  const reachable = ['--port', '0', '--address', '127.0.0.1', '--role']
  return {
    models,
    url,
    node: (role, ...words) => start([...reachable, role, ...words]),
    nodeOf: (launcher, role, ...words) => start([...reachable, role, ...words], launcher),
    nodeWithoutPort: (role) => start(['--role', role]),
    events: () => storedEvents(url),
  }
}

/**
 * Where all nodes work. The folder above contains their data folders and is not a workspace: runs there have no files.
 */
function sharedFolder(): string {
  const place = newPlace()
  onTestFinished(() => place.remove())
  return realpathSync(place.workspace)
}

type NodeOptions = {
  readonly settings: object
  readonly environment: Environment
  readonly launcher: string | undefined
}

async function startNode({ settings, environment, launcher }: NodeOptions, words: readonly string[]): Promise<Node> {
  const place = newPlace()
  place.settings(settings)
  const launched = place.launch(['serve', ...words], { environment, ...(launcher !== undefined && { launcher }) })
  onTestFinished(async () => {
    launched.child.kill('SIGKILL')
    await launched.ended
    place.remove()
  })
  let printed = ''
  launched.child.stdout?.on('data', (text: string) => {
    printed += text
  })
  void launched.ended.then(({ stderr }) => {
    printed += `http://ended/${encodeURIComponent(stderr)}\n`
  })
  const said = await until(() => /^(http:\S+)\n/mu.exec(printed)?.[1])
  if (said.startsWith('http://ended')) throw new Error(decodeURIComponent(said))
  // Output that is not a terminal may end up in a log, which must not contain the token.
  if (!launcher && said.includes(TOKEN)) throw new Error('the token was printed')
  const { origin } = new URL(said)
  const link = `${origin}/open?token=${TOKEN}`
  return { launched, link, address: origin, client: createClient(httpHost({ base: origin, token: TOKEN })) }
}

/** How many sessions have completed, according to one node. */
export async function completed(client: Client): Promise<number> {
  const listed = await client.sessions({ state: 'completed', limit: 200 })
  return listed.ok ? listed.value.items.length : 0
}

async function storedEvents(url: string): Promise<readonly Event[]> {
  const { log, close } = await openPostgresStore({ url, capacity: 0 })
  const sessions = await log.list({})
  const events: Event[] = []
  for (const { id } of sessions) events.push(...(await log.read(id)))
  await close()
  return events
}

/** Starts runs of two calls each. */
export async function begin(client: Client, runs: number): Promise<void> {
  const run = { goal: 'Compare', agents: ['architect', 'ux'], mode: 'sequential' }
  for (let number = 0; number < runs; number += 1) {
    const started = await client.createSession(run)
    if (!started.ok) throw new Error(JSON.stringify(started))
  }
}

/** What the log says about all runs together. */
export async function accountOf(team: Team) {
  const events = await team.events()
  const count = (type: Event['type']) => events.filter((event) => event.type === type).length
  const replies = events.flatMap(({ type, session, data }) =>
    type === 'model.replied' ? [`${session} ${data.effect}`] : [],
  )
  const ends = events.filter(({ type }) => type === 'run.finished').map(({ session }) => session)
  return {
    finished: new Set(ends).size,
    replied: replies.length,
    lost: count('effect.lost'),
    storedTwice: ends.length - new Set(ends).size,
    repeatedReplies: replies.length - new Set(replies).size,
  }
}
