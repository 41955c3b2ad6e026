import { ok, type Result, refuse } from '@convene/domain'
import type { AbortSignal } from '@convene/engine'
import { type GuardOptions, guardedRequest } from '../guard/guarded-request.ts'
import { shortPageLine } from '../page/clean-text.ts'
import { readableText } from '../page/plain-text.ts'
import { engines, type Search, type SearchEngine, type SearchHit, type SearchSettings } from './engines.ts'

export type SearchOptions = {
  readonly settings: SearchSettings
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly guard: GuardOptions
}

const MAX_BYTES = 2_000_000

/** Where searches go, if the settings say so. */
export const searchAddress = ({ engine, url }: SearchSettings): URL | null =>
  URL.parse(url ?? engines[engine].url ?? '')

/** Asks the configured engine. Its key is sent only to the address in the settings. */
export async function searchWeb(
  search: Search,
  { settings, environment, guard }: SearchOptions,
  signal: AbortSignal,
): Promise<Result<readonly SearchHit[]>> {
  const engine = engines[settings.engine]
  const address = searchAddress(settings)
  if (!address) return refuse('not-configured', `Set web.search.url to the address of your ${settings.engine} server.`)
  const variable = settings.apiKeyEnv ?? engine.apiKeyEnv
  const apiKey = variable === undefined ? undefined : environment[variable]
  if (variable !== undefined && !apiKey)
    return refuse('no-key', `The environment variable ${variable} with the key for ${settings.engine} is not set.`)
  const limits = { maxBytes: MAX_BYTES, maxRedirects: 0, allowHosts: settings.url ? [address.origin] : [] }
  const response = await guardedRequest(engine.request(address, search, apiKey), { ...guard, ...limits }, signal)
  if (!response.ok) return refuse(response.refusal.code, `${settings.engine}: ${response.refusal.message}`)
  const { status, body } = response.value
  if (status !== 200) return refuse('status', sayStatus(settings, status))
  return readAnswer(engine, settings, body, search.count)
}

function readAnswer(
  engine: SearchEngine,
  { engine: name }: SearchSettings,
  body: Uint8Array,
  count: number,
): Result<readonly SearchHit[]> {
  const results = engine.read(parsed(body))
  if (!results) return refuse('not-an-answer', `The response from ${name} is not a search result.`)
  return ok(
    results
      .filter(({ url }) => /^https?:\/\//i.test(url))
      .slice(0, count)
      .map(clean),
  )
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

const clean = ({ title, url, snippet, date }: SearchHit): SearchHit => ({
  title: shortPageLine(readableText(title), 200),
  url: shortPageLine(url, 2_048),
  snippet: shortPageLine(readableText(snippet), 500),
  ...(date && { date: shortPageLine(date, 40) }),
})

function sayStatus({ engine }: SearchSettings, status: number): string {
  if (status === 429 || status === 432) return `${engine} says that too many searches were made. Try again later.`
  if (engine === 'searxng' && status === 403)
    return 'The SearXNG server does not give JSON: its settings.yml must list "json" under search.formats.'
  if (status === 401 || status === 403 || status === 422) return `${engine} does not accept the key (status ${status}).`
  return `${engine} answered with status ${status}.`
}
