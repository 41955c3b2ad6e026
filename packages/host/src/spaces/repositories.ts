import { MAIN_SPACE } from '@convene/accounts'
import { ok, type Result, refuse } from '@convene/domain'
import { readSettings } from '@convene/library'
import type { Environment } from '@convene/platform'
import type { Source } from '@convene/tools'

/** The server whose settings say what may be cloned, and whose environment has the tokens. */
type Server = { readonly home: string; readonly workspace: string; readonly environment: Environment }

export type KnownRepository = { readonly source: Source; readonly push: boolean }

/** How a repository is reached from a space, by the settings of now. What a workspace says about it does not count. */
export function repositoryIn(server: Server, space: string, url: string): Result<KnownRepository> {
  const { home, workspace, environment } = server
  const { repositories } = readSettings({ home, workspace, trusted: false }).settings.server
  const own = Object.hasOwn(repositories, space) ? (repositories[space] ?? []) : []
  const entry = own.find((each) => covers(each.url, url))
  if (!entry) {
    const message = `${url} is not a repository of the space "${space}". An admin of the space "${MAIN_SPACE}" can add it to server.repositories in the settings of every server.`
    return refuse('bad_workspace', message)
  }
  const token = entry.tokenEnv === undefined ? undefined : environment[entry.tokenEnv]
  if (entry.tokenEnv !== undefined && !token)
    return refuse('no_token', `${entry.tokenEnv} is not set on this server, so it cannot read ${url}.`)
  return ok({ source: { url, token, environment }, push: entry.push ?? false })
}

/** Compared as addresses, so that no spelling of another one passes. */
function covers(allowed: string, url: string): boolean {
  const { href } = new URL(allowed)
  return href.endsWith('/') ? url.startsWith(href) : url === href || url === `${href}.git`
}
