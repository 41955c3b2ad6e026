import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '@convene/engine'
import { optionalPackages } from '@convene/extensions'
import { type OpenProgram, openProgram, type Program } from '@convene/host'
import {
  type CallResult,
  type Client,
  contract,
  createClient,
  httpHost,
  type Route,
  type RouteName,
} from '@convene/protocol'
import { type ServerOptions, startServer } from './instance/start-server.ts'

/** A listening server with its own data folder and workspace. */
export type Served = {
  readonly home: string
  readonly workspace: string
  readonly address: string
  readonly port: number
  readonly token: string
  readonly link: string
  readonly client: Client
  readonly open: OpenProgram
  /** Calls the server without token or cookie. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Stops the server and leaves its folder. */
  stop(): Promise<void>
  remove(): Promise<void>
}

export type ServedOptions = {
  readonly model?: Model
  readonly environment?: { readonly [name: string]: string }
  /** Files in the data folder. */
  readonly files?: { readonly [path: string]: string }
  readonly home?: string
  readonly assets?: string
  readonly webhooks?: ServerOptions['webhooks']
  readonly newer?: Program['newer']
}

/** Starts a server isolated from this machine: no keys, no settings, any free port. */
export async function served(options: ServedOptions = {}): Promise<Served> {
  const root = realpathSync(options.home ?? mkdtempSync(join(tmpdir(), 'convene-server-')))
  const [home, workspace] = [join(root, 'home'), join(root, 'workspace')]
  for (const folder of [home, workspace]) mkdirSync(folder, { recursive: true })
  for (const [path, text] of Object.entries(options.files ?? {})) writeFileSync(join(home, path), text)
  const open = openProgram({
    home,
    workspace,
    environment: { CONVENE_PORT: '0', CONVENE_REHEARSAL_PACE: '0', ...options.environment },
    version: '1.2.3',
    optional: optionalPackages,
    ...(options.model && { model: options.model }),
  })
  const assets = options.assets === undefined ? {} : { assets: options.assets }
  const started = await startServer({
    program: { ...open.program, ...(options.newer && { newer: options.newer }) },
    ...assets,
    ...(options.webhooks && { webhooks: options.webhooks }),
  })
  if (!started.ok) throw new Error(started.refusal.message)
  if (started.value.state !== 'started') throw new Error('another server has this folder')
  const { server } = started.value
  const { address, port, token } = server
  let isOver = false
  const stop = async () => {
    if (isOver) return
    isOver = true
    await server.close()
    await open.close()
  }
  return {
    home,
    workspace,
    address,
    port,
    token,
    link: server.link(),
    client: checked(createClient(httpHost({ base: address, token, retryMs: 20 }))),
    open,
    fetch: (path, init) => fetch(`${address}${path}`, init),
    stop,
    remove: async () => {
      await stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** A client that fails if an answer does not match the contract. */
function checked(client: Client): Client {
  const calls = (Object.entries(contract) as [RouteName, Route][]).map(([name, { response }]) => {
    const call = client[name] as (input?: unknown) => Promise<CallResult<unknown>>
    return [
      name,
      async (input?: unknown) => {
        const result = await call(input)
        if (result.ok && typeof response !== 'string') response.parse(result.value)
        return result
      },
    ]
  })
  return { ...client, ...(Object.fromEntries(calls) as object) }
}

/** Waits until `look` returns something truthy. The test's timeout ends an endless wait. */
export async function until<T>(look: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> {
  for (;;) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The value of a call that is expected to succeed. */
export function given<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: unknown },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal))
  return result.value
}
