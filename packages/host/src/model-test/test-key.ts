import { listOf, type Result, refuse, type SessionId } from '@convene/domain'
import {
  defaultModel,
  discoverLocal,
  isProviderType,
  modelCatalog,
  providerKinds,
  providerModels,
} from '@convene/models'
import { keyProblem, namedKeys } from '../keys/known-keys.ts'
import { modelConfiguration } from '../models/refreshed-models.ts'
import type { Program } from '../program.ts'
import { readTestReply } from './read-reply.ts'

/** What a working key gives access to. */
export type KeyTest = {
  readonly label: string
  /** From the catalogue, or listed by the server. */
  readonly models: readonly string[]
  /** The model that answered. */
  readonly model: string
  /** What runs would use by default with this key. */
  readonly default: string
}

const IDLE_MS = 20_000
const LIST_MS = 5_000
const SHORT = 64

/** Tries a key with one short call before it is stored. If it does not work, the server's own words say why. */
export async function testKey(
  program: Program,
  { variable, value }: { readonly variable: string; readonly value: string },
): Promise<Result<KeyTest>> {
  const known = (await namedKeys(program)).find((key) => key.variable === variable)
  if (!known) return refuse('unknown_key', `No provider takes its key from ${variable}.`)
  const bad = keyProblem(value)
  if (bad !== undefined) return refuse('bad_key', bad)
  const { provider, label } = known
  const environment = { ...program.environment, [variable]: value }
  // Read again: the provider may have been added since the program started.
  const { settings } = await program.at(program.workspace).settings()
  const configuration = modelConfiguration(program, settings)
  const listed = modelCatalog(configuration, environment).providers.find(({ name }) => name === provider)
  if (!listed) return refuse('key_untestable', `${label} has no models, so its key cannot be tested.`)
  if (!listed.configured) return refuse('key_incomplete', `${label} also needs ${listed.missing.join(', ')}.`)
  const { fetch, refusal } = noticingRefusals(listed.address)
  const servers = await discoverLocal({ configuration, environment, limitMs: LIST_MS, fetch })
  const found = servers.find((server) => server.provider === provider)
  const models = found?.models ?? listed.models.map(({ name }) => name)
  const { model: usual } = defaultModel(configuration, environment)
  const own = usual.startsWith(`${provider}/`) ? usual : undefined
  const model = usualModel(provider, listed.address) ?? own ?? found?.models[0]
  if (model === undefined && refusal.status !== undefined)
    return refuse('key_refused', refusedText(label, refusal.status))
  if (model === undefined) return refuse('key_unconfirmed', unanswered(label, listed.address))
  const tested = { label, models, model, default: usual }
  const { failure } = await readTestReply(
    providerModels(configuration, environment),
    hello(program, model),
    program.now,
  )
  if (failure !== undefined) return refuse('key_refused', failure.replaceAll(value, '…'))
  return { ok: true, value: tested }
}

const REFUSALS: readonly number[] = [401, 403]

/** A server that refuses its list of models says more than that it has none. The key may still be good for calls. */
function noticingRefusals(address: string | undefined) {
  const refusal: { status?: number } = {}
  const noticing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (String(input) === `${address}/models` && REFUSALS.includes(response.status)) refusal.status = response.status
    return response
  }
  return { fetch: noticing, refusal }
}

const refusedText = (label: string, status: number): string =>
  `${label} refused the key (HTTP ${status}). Check that it is complete, still valid, and meant for this server.`

/** Without a model there is nothing to call, and a server that never answered has confirmed no key. */
const unanswered = (label: string, address = 'its address'): string =>
  `${label} listed no models at ${address}, so the key was not confirmed. Check the address, or save the key and choose a model yourself.`

/** At a custom address, the provider's default model may not exist. */
function usualModel(provider: string, address: string | undefined): string | undefined {
  if (!isProviderType(provider)) return undefined
  const { defaultModel: usual, baseURL } = providerKinds[provider]
  return usual && (address === undefined || address === baseURL) ? `${provider}/${usual}` : undefined
}

const hello = ({ workspace }: Program, model: string) => ({
  model,
  workspace,
  directory: workspace,
  conversation: 'key-test',
  session: 'key-test' as SessionId,
  agent: 'key-test',
  system: 'You take part in a test of a connection. Be brief.',
  lines: listOf({ role: 'user', text: 'Answer with the word OK.' } as const),
  tools: [],
  maxOutput: SHORT,
  idleMs: IDLE_MS,
})
