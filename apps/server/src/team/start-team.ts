import type { Server as HttpServer } from 'node:http'
import type { Result } from '@convene/domain'
import { type Program, settingsOf } from '@convene/host'
import { Hono } from 'hono'
import { type App, createApp } from '../app.ts'
import { addressOf } from '../instance/address.ts'
import { continueRuns } from '../instance/continue-runs.ts'
import { closeHttp, listen, portOf } from '../instance/listen.ts'
import { type RunningServer, runningServer } from '../instance/running-server.ts'
import type { Logins } from '../login/mount-login.ts'
import { firstAdminPath, openLogins } from '../login/open-logins.ts'
import { isLoopback, type MoreNames, type Names, noNames, ownNames } from '../security/hosts.ts'
import { openCodes } from '../security/open-codes.ts'
import { sharedBootOf } from '../security/proof.ts'
import { tokenOf } from '../security/token.ts'
import { cleanUpHourly } from './clean-up.ts'
import { mountHealth, type Readiness } from './health.ts'
import { answersPeople, type Role, worksOnSessions } from './role.ts'

export type TeamOptions = {
  /** Its sessions are in Postgres. */
  readonly program: Program
  readonly role: Role
  /** How many sessions to work on at once. */
  readonly capacity: number
  readonly host: string
  /** Not set: the usual port, or any free one. */
  readonly port: number | undefined
  readonly assets?: string | undefined
}

/** One process of a team server. */
export type TeamServer = RunningServer & {
  readonly port: number
  readonly isLocal: boolean
  /** Takes no more requests and no more work. What runs here is left to `Engine.drain`. */
  close(): Promise<void>
  /** A link that makes its first user an admin. Not set if there is one. */
  readonly firstAdmin?: string | undefined
}

/** Starts a process that shares its sessions with others. Unlike the server of a data folder there may be many. */
export async function startTeamServer(options: TeamOptions): Promise<Result<TeamServer>> {
  const { program, role, host } = options
  // A database that cannot be used is an error now, and not at the first request.
  const { team } = await program.store()
  const logins = team && answersPeople(role) ? await openLogins(program, team.accounts) : undefined
  if (logins && !logins.ok) return logins
  const readiness: Readiness = { isStopping: false }
  let names = noNames
  const app = answersPeople(role)
    ? await pagesOf({ ...options, logins: logins?.value }, readiness, () => names)
    : healthOnly(program, readiness)
  const listening = await listen(app, { host, port: options.port })
  if (!listening.ok) return listening
  const port = portOf(listening.value)
  const settings = await settingsOf(program)
  const more: MoreNames = settings.ok ? settings.value.settings.server : { allowHosts: [] }
  names = ownNames({ host, port }, more)
  const stopWork = worksOnSessions(role) ? continueRuns(program, options.capacity) : () => undefined
  const stopCleanup = cleanUpHourly(program)
  const close = async () => {
    readiness.isStopping = true
    stopWork()
    stopCleanup()
    app.close()
    await closeHttp(listening.value as HttpServer)
  }
  const token = tokenOf(program.home, program.environment)
  const running = runningServer(addressOf(host, port), token, { publicUrl: more.publicUrl })
  const first = logins && (await firstAdminPath(logins.value))
  const firstAdmin = first && new URL(first, running.link()).href
  return { ok: true, value: { ...running, port, isLocal: isLoopback(host), close, firstAdmin } }
}

type PageOptions = TeamOptions & { readonly logins: Logins | undefined }

async function pagesOf(
  { program, assets, logins }: PageOptions,
  readiness: Readiness,
  names: () => Names,
): Promise<App> {
  const token = tokenOf(program.home, program.environment)
  const guard = {
    token,
    // A page's next call may go to another server that has the same token.
    boot: sharedBootOf(token),
    names,
    codes: openCodes(() => program.now()),
  }
  return createApp({ program, guard, logins, readiness, ...(assets !== undefined && { assets }) })
}

function healthOnly(program: Program, readiness: Readiness): App {
  const app = new Hono()
  mountHealth(app, program.store, readiness)
  return { fetch: async (request) => app.fetch(request), close: () => undefined }
}
