import type { Server as HttpServer } from 'node:http'
import type { Result } from '@convene/domain'
import { settingsOf } from '@convene/host'
import type { Door } from '@convene/server'
import {
  closeHttp,
  continueRuns,
  createApp,
  type HostNames,
  isLoopback,
  listenForHttp,
  type MoreNames,
  noNames,
  openCodes,
  ownNames,
  portOf,
  postEvents,
  type RunningServer,
  refuseWeakToken,
  runningServer,
  type ServerApp,
  sharedBootOf,
  tokenOf,
  urlAddress,
} from '@convene/server'
import { Hono } from 'hono'
import { type Logins, mountLogin, toLogin } from '../login/mount-login.ts'
import { firstAdminPath, openLogins } from '../login/open-logins.ts'
import { entryOfPeople } from '../people/entry-of-people.ts'
import { openForPeople } from '../people/open-code.ts'
import type { TeamProgram } from '../program.ts'
import { cleanUpHourly } from './clean-up.ts'
import { mountHealth, type Readiness } from './health.ts'
import { mountLiveText } from './live-text.ts'
import { reachableAt } from './reachable-at.ts'
import { answersPeople, type ServerRole, worksOnSessions } from './role.ts'

export type TeamOptions = {
  readonly program: TeamProgram
  readonly role: ServerRole
  /** How many sessions to work on at once. */
  readonly capacity: number
  readonly host: string
  /** Without one, the default port or any free one. */
  readonly port: number | undefined
  readonly assets?: string | undefined
  /** The host name or IP address at which other servers reach this one. Default: where it listens. */
  readonly address?: string | undefined
}

/** One process of a team server. */
export type RunningTeamServer = RunningServer & {
  readonly port: number
  readonly isLocal: boolean
  /** A warning about the setup, if any. */
  readonly note: string | undefined
  /** Accepts no more requests or work. Active runs are left to `Engine.drain`. */
  close(): Promise<void>
  /** A link that makes its first user an admin. Undefined if there already is one. */
  readonly firstAdmin?: string | undefined
}

/** Starts a process that shares its sessions with others. Unlike a data folder's server, there can be many. */
export async function startTeamServer(options: TeamOptions): Promise<Result<RunningTeamServer>> {
  const { program, role, host } = options
  const weak = answersPeople(role) ? refuseWeakToken(program.environment) : undefined
  if (weak) return { ok: false, refusal: weak }
  // An unusable database should fail now, not at the first request.
  const { accounts } = await program.team()
  const logins = answersPeople(role) ? await openLogins(program, accounts) : undefined
  if (logins && !logins.ok) return logins
  const readiness: Readiness = { isStopping: false }
  let names = noNames
  const app = logins
    ? pagesOf({ ...options, logins: logins.value }, readiness, () => names)
    : workerOnly(program, readiness)
  const listening = await listenForHttp(app, { host, port: options.port })
  if (!listening.ok) return listening
  const port = portOf(listening.value)
  const settings = await settingsOf(program)
  const more: MoreNames = settings.ok ? settings.value.settings.server : { allowHosts: [] }
  names = ownNames({ host, port }, more)
  const note = await join(options, port).catch(async (error) => {
    // Otherwise the process would keep listening without a server behind it.
    await closeHttp(listening.value as HttpServer)
    throw error
  })
  if (note !== undefined) readiness.note = note
  const stopWork = worksOnSessions(role) ? continueRuns(program, options.capacity) : () => undefined
  const stopCleanup = cleanUpHourly(program)
  // After a kill, events whose position was not stored are posted again, so store at once.
  const stopPosts = postEvents(program, { keepMs: 0 })
  const close = async () => {
    readiness.isStopping = true
    stopWork()
    stopCleanup()
    await stopPosts()
    app.close()
    await closeHttp(listening.value as HttpServer)
  }
  const token = tokenOf(program.home, program.environment)
  const running = runningServer(urlAddress(host, port), token, { publicUrl: more.publicUrl })
  const first = logins && (await firstAdminPath(logins.value))
  const firstAdmin = first && new URL(first, running.link()).href
  return { ok: true, value: { ...running, port, isLocal: isLoopback(host), note, close, firstAdmin } }
}

/** Announces this process to the other servers. Returns a warning about the setup, if any. */
async function join({ program, role, host, address }: TeamOptions, port: number): Promise<string | undefined> {
  const team = await program.team()
  const reachable = reachableAt({ host, port }, address)
  await team.join({ address: reachable, version: program.version })
  return worksOnSessions(role) && reachable === undefined ? UNREACHABLE : undefined
}

const UNREACHABLE =
  'Other servers cannot reach this one, so they show its answers only once they are complete. To stream them, add --host 0.0.0.0 or --address.'

type PageOptions = TeamOptions & { readonly logins: Logins }

function pagesOf({ program, assets, logins }: PageOptions, readiness: Readiness, names: () => HostNames): ServerApp {
  const token = tokenOf(program.home, program.environment)
  const guard = {
    token,
    // A page's next call may go to another server that has the same token.
    boot: sharedBootOf(token),
    names,
    codes: openCodes(() => program.now()),
  }
  const door: Door = {
    entry: entryOfPeople({ program, guard, logins, assets }),
    mountOutside: (routes) => {
      mountHealth(routes, program, readiness)
      mountLiveText(routes, program)
    },
    mountLogin: (routes) => {
      routes.get('/open', (call) => openForPeople(guard, logins, call.req.raw, call.env))
      mountLogin(routes, guard, logins)
    },
    toLogin,
  }
  return createApp({ program, guard, door })
}

function workerOnly(program: TeamProgram, readiness: Readiness): ServerApp {
  const app = new Hono()
  mountHealth(app, program, readiness)
  mountLiveText(app, program)
  return { fetch: async (request) => app.fetch(request), close: () => undefined }
}
