import { cleanLine, ok, type Result, refuse } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { type Forge, isOwnAddress, type Way } from './forge.ts'

const TIMEOUT_MS = 30_000
const MOST = 5_000_000

/** The forge's API, if there is a token for this very host. */
export function byToken(forge: Forge, environment: Environment): Way | undefined {
  const token = tokenFor(forge, environment)
  if (token === undefined) return undefined
  return forge.kind === 'github' ? github(forge, token, environment) : gitlab(forge, token, environment)
}

/** A token goes to the host that it was made for, and to no other, whatever the repository says. */
function tokenFor({ kind, host }: Forge, environment: Environment): string | undefined {
  const { GH_TOKEN, GITHUB_TOKEN, GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN } = environment
  const { GITLAB_TOKEN, GITLAB_HOST, GL_HOST } = environment
  const isHome = host === (GITLAB_HOST || GL_HOST || 'gitlab.com').toLowerCase()
  if (kind === 'gitlab') return (isHome && GITLAB_TOKEN) || undefined
  return (
    (host === 'github.com' ? GH_TOKEN || GITHUB_TOKEN : GH_ENTERPRISE_TOKEN || GITHUB_ENTERPRISE_TOKEN) || undefined
  )
}

function github(forge: Forge, token: string, { GITHUB_API_URL }: Environment): Way {
  const own = forge.host === 'github.com' ? 'https://api.github.com' : `https://${forge.host}/api/v3`
  const pulls = `${(GITHUB_API_URL || own).replace(/\/$/u, '')}/repos/${forge.path}/pulls`
  const [owner = ''] = forge.path.split('/')
  const ask = asking({ name: 'GitHub', headers: { authorization: `Bearer ${token}`, accept: 'application/json' } })
  const addressOf = (row: Row | undefined, branch: string) =>
    (row?.head as Row | undefined)?.ref === branch ? ownAddress(forge, row?.html_url) : undefined
  return {
    name: 'a token',
    find: async (branch) => {
      const query = new URLSearchParams({ head: `${owner}:${branch}`, state: 'open' })
      const said = await ask(`${pulls}?${query}`)
      return said.ok ? ok(rowsOf(said.value).flatMap((row) => addressOf(row, branch) ?? [])[0]) : said
    },
    open: async ({ title, text, branch, into, draft }) => {
      const said = await ask(pulls, { title, head: branch, base: into, body: text, draft })
      return said.ok ? ok(addressOf(said.value as Row, branch)) : unlessUnsure(said)
    },
  }
}

function gitlab(forge: Forge, token: string, { CI_API_V4_URL }: Environment): Way {
  const api = (CI_API_V4_URL || `https://${forge.host}/api/v4`).replace(/\/$/u, '')
  const requests = `${api}/projects/${encodeURIComponent(forge.path)}/merge_requests`
  const ask = asking({ name: 'GitLab', headers: { 'private-token': token } })
  const addressOf = (row: Row | undefined, branch: string) =>
    row?.source_branch === branch ? ownAddress(forge, row.web_url) : undefined
  return {
    name: 'a token',
    find: async (branch) => {
      const query = new URLSearchParams({ source_branch: branch, state: 'opened' })
      const said = await ask(`${requests}?${query}`)
      return said.ok ? ok(rowsOf(said.value).flatMap((row) => addressOf(row, branch) ?? [])[0]) : said
    },
    open: async ({ title, text, branch, into, draft }) => {
      const named = draft ? `Draft: ${title}` : title
      const body = { source_branch: branch, target_branch: into, title: named, description: text }
      const said = await ask(requests, body)
      return said.ok ? ok(addressOf(said.value as Row, branch)) : unlessUnsure(said)
    },
  }
}

type Row = { readonly [key: string]: unknown }

const rowsOf = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null) : []

const ownAddress = (forge: Forge, address: unknown): string | undefined =>
  typeof address === 'string' && isOwnAddress(forge, address) ? address : undefined

/** It may be there already, or have been made although the answer was lost. Then it has to be looked for. */
const unlessUnsure = (said: Result<never>): Result<undefined> =>
  !said.ok && ['exists', 'unsure'].includes(said.refusal.code) ? ok(undefined) : said

type Caller = { readonly name: string; readonly headers: { readonly [name: string]: string } }

const asking =
  ({ name, headers }: Caller) =>
  async (url: string, body?: object): Promise<Result<unknown>> => {
    try {
      const response = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, 'user-agent': 'convene', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        // A token must not follow to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = await limited(response)
      return response.ok ? readAnswer(name, text) : refusedBy(name, response.status, text)
    } catch (error) {
      return refuse('unsure', `${name} could not be reached: ${cleanLine((error as Error).message)}`)
    }
  }

async function limited({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (text.length > MOST) throw new Error('it answers without end')
  }
  return text
}

function readAnswer(name: string, text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text))
  } catch {
    return refuse('unsure', `${name} gave an invalid answer.`)
  }
}

/** Its words are shown only as text, and shortened. */
function refusedBy(name: string, status: number, text: string): Result<never> {
  const said = cleanLine(text).slice(0, 200)
  if (status === 401 || status === 403)
    return refuse('forge_refused', `${name} refuses the token (${status}). It needs the right to write pull requests.`)
  if (status === 404)
    return refuse('forge_refused', `${name} does not know this repository, or the token may not see it.`)
  if ((status === 409 || status === 422) && /already exists/iu.test(text)) return refuse('exists', said)
  if (status >= 500) return refuse('unsure', `${name} has a problem (${status}). Try again.`)
  return refuse('forge_refused', `${name} refuses (${status}): ${said}`)
}
