import { randomBytes } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import { type Result, refuse, type SessionId } from '@convene/domain'
import type { Lease } from '@convene/engine'
import { type PostOptions, type Program, removeOldUploads, settingsOf } from '@convene/host'
import { createApp, type ServerApp } from '../app.ts'
import { postEvents } from '../gateways/post-events.ts'
import { urlAddress } from '../security/address.ts'
import { isLoopback, type MoreNames, noNames, ownNames } from '../security/hosts.ts'
import { openCodes } from '../security/open-codes.ts'
import { tokenFile, tokenOf } from '../security/token.ts'
import { continueRuns } from './continue-runs.ts'
import { findServer } from './find-server.ts'
import { closeHttp, listenForHttp, portOf } from './listen.ts'
import { removeRecord, writeRecord } from './record.ts'
import { type RunningServer, runningServer } from './running-server.ts'

export type ServerOptions = {
  readonly program: Program
  readonly host?: string | undefined
  readonly port?: number | undefined
  /** The folder of the built pages. */
  readonly assets?: string | undefined
  /** How events are posted to webhooks. */
  readonly webhooks?: PostOptions
}

/** A server in this process. */
export type Server = RunningServer & {
  readonly port: number
  /** Whether only this machine can reach it. */
  readonly isLocal: boolean
  /** Drops clients and stops listening. Runs are left as they are, for the next start. */
  close(): Promise<void>
}

/** The server that answers: a new one, or one that was already running. */
export type Started =
  | { readonly state: 'started'; readonly server: Server }
  | { readonly state: 'attached'; readonly server: RunningServer }

const ATTACH_MS = 10_000
const LOOK_AGAIN_MS = 100
/** The ownership name for the only server of a data folder. */
const OWNED_AS = 'server' as SessionId

/** Starts the server of a data folder, or finds the running one: there is at most one. */
export async function startServer(options: ServerOptions): Promise<Result<Started>> {
  const { program } = options
  const { ownership } = await program.store()
  const lease = await ownership.claim(OWNED_AS)
  if (lease === 'owned elsewhere') return attach(program)
  const server = await open(options, lease).catch(async (error) => {
    await lease.release()
    throw error
  })
  if (server.ok) return { ok: true, value: { state: 'started', server: server.value } }
  await lease.release()
  return server
}

/** The other process may be about to listen. */
async function attach({ home, environment }: Program): Promise<Result<Started>> {
  const until = performance.now() + ATTACH_MS
  do {
    const server = await findServer(home, environment)
    if (server) return { ok: true, value: { state: 'attached', server } }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  } while (performance.now() < until)
  return refuse('no_answer', 'Another process serves this data folder but does not answer. Stop it, then try again.')
}

async function open(options: ServerOptions, lease: Lease): Promise<Result<Server>> {
  const { program, host = '127.0.0.1', assets } = options
  const { home, environment } = program
  const token = tokenOf(home, environment)
  const settings = await settingsOf(program)
  const more: MoreNames = settings.ok ? settings.value.settings.server : { allowHosts: [] }
  let names = noNames
  const guard = {
    token,
    boot: randomBytes(24).toString('base64url'),
    names: () => names,
    codes: openCodes(() => program.now()),
  }
  const app = createApp({ program, guard, ...(assets !== undefined && { assets }) })
  const wanted = options.port ?? portFrom(environment.CONVENE_PORT)
  const listening = await listenForHttp(app, { host, port: wanted })
  if (!listening.ok) return listening
  const port = portOf(listening.value)
  names = ownNames({ host, port }, more)
  writeRecord(home, { pid: process.pid, host, port, tokenFile: tokenFile(home) })
  const endings = [continueRuns(program), postEvents(program, options.webhooks)]
  removeOldUploads(program).catch(() => undefined)
  const close = () => closeAll({ program, app, http: listening.value, lease, endings })
  const running = runningServer(urlAddress(host, port), token, { publicUrl: more.publicUrl })
  return { ok: true, value: { ...running, port, isLocal: isLoopback(host), close } }
}

const portFrom = (said: string | undefined): number | undefined => (said ? Number(said) : undefined)

type Parts = {
  readonly program: Program
  readonly app: ServerApp
  readonly http: HttpServer
  readonly lease: Lease
  readonly endings: readonly (() => void)[]
}

async function closeAll({ program, app, http, lease, endings }: Parts): Promise<void> {
  for (const end of endings) end()
  app.close()
  removeRecord(program.home)
  await closeHttp(http)
  await lease.release()
}
