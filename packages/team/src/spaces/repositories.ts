import { ok, type Result, refuse } from '@convene/domain'
import { readSettings } from '@convene/library'
import type { Environment } from '@convene/platform'
import { MAIN_SPACE } from '../accounts/role/main-space.ts'
import type { CloneSource } from '../clones/fetch-commit.ts'

/** The server whose settings define what may be cloned, and whose environment has the tokens. */
type Server = { readonly home: string; readonly workspace: string; readonly environment: Environment }

export type KnownRepository = { readonly source: CloneSource; readonly push: boolean }

/** What a space may clone, without the tokens: an address, or one that ends with `/` for everything below it. */
export const repositoriesOf = (server: Server, space: string): readonly AllowedRepository[] =>
  entriesOf(server, space).map(({ url, push }) => ({ url, push: push ?? false }))

export type AllowedRepository = { readonly url: string; readonly push: boolean }

function entriesOf({ home, workspace }: Server, space: string) {
  const { repositories } = readSettings({ home, workspace, trusted: false }).settings.server
  return Object.hasOwn(repositories, space) ? (repositories[space] ?? []) : []
}

/** How a space reaches a repository, according to the current settings. A workspace's own settings do not count. */
export function repositoryIn(server: Server, space: string, url: string): Result<KnownRepository> {
  const { environment } = server
  const entry = entriesOf(server, space).find((each) => covers(each.url, url))
  if (!entry) {
    const message = `${url} is not a repository of the space "${space}". An admin of the space "${MAIN_SPACE}" can add it to server.repositories in the settings of every server.`
    return refuse('bad_workspace', message)
  }
  const token = entry.tokenEnv === undefined ? undefined : environment[entry.tokenEnv]
  if (entry.tokenEnv !== undefined && !token)
    return refuse('no_token', `${entry.tokenEnv} is not set on this server, so it cannot read ${url}.`)
  return ok({ source: { url, token, environment }, push: entry.push ?? false })
}

/** Compared as addresses, so no spelling trick lets another one pass. */
function covers(allowed: string, url: string): boolean {
  const { href } = new URL(allowed)
  return href.endsWith('/') ? url.startsWith(href) : url === href || url === `${href}.git`
}
