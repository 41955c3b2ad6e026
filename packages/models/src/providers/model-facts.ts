import type { ModelInfo, Price } from '@convene/domain'
import type { Environment } from '@convene/platform'
import { knownModel } from '../catalogue/catalogue.ts'
import { type Effort, efforts, effortsOf, levelsOf } from '../catalogue/effort.ts'
import type { CatalogueRow } from '../catalogue/row.ts'
import { ACP } from '../coding-agents/coding-agent.ts'
import { isLocalAddress } from '../transport/loopback.ts'
import { connectionOf, isConnection } from './connection.ts'
import type { ModelConfiguration, ModelsConfiguration, ProviderSettings } from './model-configuration.ts'
import { splitName } from './model-name.ts'
import { isProviderType, providerKindOf } from './provider-kinds.ts'

/** Always available, without any setup. */
export const rehearsal = 'rehearsal/offline'

/** Everything known about a model, with the source of each fact. Absent means unknown. */
export type ModelFacts = CatalogueRow & {
  readonly note?: string
  readonly sources: { readonly [Fact in keyof CatalogueRow]?: string }
}

const SETTINGS = 'settings'
const FREE: Price = { input: 0, cached: 0, output: 0 }
const rehearsalInfo: ModelInfo = { price: FREE, context: null, reasoning: [], rehearsal: true }

/** Loading a model or reading a long prompt takes minutes on a slow machine. */
const LOCAL_IDLE_MS = 10 * 60_000

/** Works for an hour without input from us, compacts its own conversation, and is paid for by subscription. */
const agentInfo = (name: string, { models = {}, prices = {} }: ModelConfiguration): ModelInfo => ({
  price: entryOf(models, name)?.price ?? entryOf(prices, name) ?? null,
  context: AGENT_CONTEXT,
  agent: true,
  timeoutMs: 2 * 60 * 60_000,
  idleMs: LOCAL_IDLE_MS,
})
/** Never reached: the agent compacts its conversation itself. */
const AGENT_CONTEXT = 10_000_000

/** What the engine needs to know about a model. Null and absent mean unknown. */
export function modelInfo(name: string, configuration: ModelConfiguration, environment: Environment = {}): ModelInfo {
  if (name === rehearsal) return rehearsalInfo
  if (name.startsWith(ACP)) return agentInfo(name, configuration)
  const { price = null, context = null, output, reasoning } = modelFacts(name, configuration)
  const levels = reasoning && { reasoning: levelsOf(reasoning) }
  const reached = connectionOf(splitName(name)[0], configuration, environment)
  const isNear = isHere(name, configuration) || (isConnection(reached) && isLocalAddress(reached.baseURL ?? ''))
  const local = isNear && { idleMs: LOCAL_IDLE_MS }
  return { price, context, ...(output !== undefined && { output }), ...levels, ...local }
}

/** The user's settings first, then the catalogue. A model on this machine is free. */
export function modelFacts(name: string, configuration: ModelConfiguration): ModelFacts {
  const { from = '', note, ...known } = knownModel(name, configuration.refreshed)
  const said = ownFacts(name, configuration)
  const free = isFree(name, configuration) ? { price: FREE } : {}
  const facts: CatalogueRow = { ...free, ...known, ...said }
  const sources = Object.keys(facts).map((fact) => [
    fact,
    fact in said ? SETTINGS : fact in known ? from : 'runs on this machine',
  ])
  return { ...facts, sources: Object.fromEntries(sources), ...(note && !('price' in said) ? { note } : {}) }
}

function ownFacts(name: string, { models = {}, prices = {} }: ModelConfiguration): CatalogueRow {
  const { reasoning, price = entryOf(prices, name), ...rest } = entryOf(models, name) ?? {}
  return {
    ...rest,
    ...(price && { price }),
    ...(reasoning !== undefined && { reasoning: ownEfforts(reasoning) }),
  }
}

/** If no levels are named, those that most providers have. */
function ownEfforts(reasoning: NonNullable<ModelsConfiguration['reasoning']>): Effort[] {
  if (typeof reasoning !== 'boolean') return effortsOf(reasoning)
  return reasoning ? efforts.filter((effort) => ['low', 'medium', 'high'].includes(effort)) : []
}

const entryOf = <Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined

/** Ollama's cloud models run elsewhere. */
function isFree(name: string, configuration: ModelConfiguration): boolean {
  const [provider, model] = splitName(name)
  const own = configuration.providers?.[provider]
  const type = own?.type ?? provider
  const kind = isProviderType(type) ? providerKindOf(type) : undefined
  if (kind?.local) return kind.isFree?.(model) ?? true
  return isHere(name, configuration) && !isGateway(model, own)
}

/** Whether the settings say that this model's server is on this machine. */
function isHere(name: string, { providers }: ModelConfiguration): boolean {
  const { baseURL = '' } = entryOf(providers ?? {}, splitName(name)[0]) ?? {}
  return isLocalAddress(baseURL)
}

/** A local address may lead to a paid service, which usually wants a key, and whose models run nowhere else. */
const isGateway = (model: string, { apiKey, apiKeyEnv, headers }: ProviderSettings = {}): boolean =>
  Boolean(apiKey ?? apiKeyEnv ?? headers) || /(^|\/)(gpt-\d|o\d|claude|gemini|grok)/i.test(model)
