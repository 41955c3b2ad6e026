import { withoutEnd } from '@convene/domain'
import type { Environment } from '@convene/platform'
import type { ModelConfiguration, ProviderSettings } from './model-configuration.ts'
import { isProviderType, kindOf, type ProviderKind, type ProviderType } from './provider-kinds.ts'

/** Everything needed to open a provider. `keySource` is where a user would change the key. */
export type Connection = {
  readonly name: string
  readonly type: ProviderType
  readonly label: string
  readonly apiKey?: string
  readonly keySource: string
  readonly baseURL?: string
  readonly headers: Readonly<Record<string, string>>
  readonly api: 'chat' | 'responses'
  readonly images?: boolean | readonly string[]
  readonly variables: Environment
}

/** Why a provider cannot be used, and what would change that. */
export type Unconfigured = { readonly missing: readonly string[]; readonly message: string }

const SECRET = /KEY|TOKEN|SECRET/

/** How to reach a provider according to settings and environment, or what is missing. */
export function connectionOf(
  name: string,
  configuration: ModelConfiguration,
  environment: Environment,
): Connection | Unconfigured {
  const settings = settingsOf(name, configuration)
  const type = typeOf(name, settings)
  if (type === null) return unknownProvider(name, settings)
  const kind = kindOf(type)
  const variables = variablesOf(kind, settings, environment)
  const missing = missingOf(name, type, settings, variables)
  if (missing.length > 0) return { missing, message: `${kind.label} is not configured: set ${list(missing)}.` }
  const given = variables[kind.addressVariable ?? 'baseURL'] ?? kind.baseURL
  const baseURL = addressOf(type, given)
  if (baseURL !== undefined && !isAddress(baseURL)) return noAddress(name, given ?? '', settings)
  return connect(name, type, settings, { variables, baseURL })
}

export const isConnection = (value: Connection | Unconfigured): value is Connection => 'type' in value

/** Every value of this connection that must never be shown. */
export function secretsOf(connection: Connection): string[] {
  const named = Object.entries(connection.variables).filter(([name]) => SECRET.test(name))
  const values = [connection.apiKey, ...named.map(([, value]) => value), ...Object.values(connection.headers)]
  return values.filter((value): value is string => value !== undefined && value.length >= 6)
}

const settingsOf = (name: string, configuration: ModelConfiguration): ProviderSettings | undefined =>
  configuration.providers && Object.hasOwn(configuration.providers, name) ? configuration.providers[name] : undefined

function typeOf(name: string, settings: ProviderSettings | undefined): ProviderType | null {
  const type = settings?.type ?? (isProviderType(name) ? name : settings?.baseURL ? 'openai-compatible' : '')
  return isProviderType(type) ? type : null
}

function unknownProvider(name: string, settings: ProviderSettings | undefined): Unconfigured {
  const what = settings?.type ? `has the unknown type "${settings.type}"` : 'is unknown'
  const message = `The provider "${name}" ${what}. Set providers.${name} in the settings, for example { "type": "openai-compatible", "baseURL": "http://127.0.0.1:8000/v1" }, or see \`convene models\`.`
  return { missing: [`providers.${name}`], message }
}

/** Settings override the environment. Both are then read by the provider's own variable names. */
function variablesOf(
  kind: ProviderKind,
  settings: ProviderSettings | undefined,
  environment: Environment,
): Environment {
  const names = [
    ...kind.needs.flat(),
    kind.keyVariable,
    kind.addressVariable,
    'AWS_SESSION_TOKEN',
    'AZURE_OPENAI_API_VERSION',
  ]
  const variables: Record<string, string | undefined> = {}
  for (const name of names) if (name) variables[name] = environment[name]?.trim() || undefined
  const key = settings?.apiKey ?? (settings?.apiKeyEnv ? environment[settings.apiKeyEnv]?.trim() : undefined)
  if (settings?.apiKey || settings?.apiKeyEnv) variables[kind.keyVariable ?? 'apiKey'] = key || undefined
  if (settings?.baseURL) variables[kind.addressVariable ?? 'baseURL'] = settings.baseURL
  return variables
}

function missingOf(
  name: string,
  type: ProviderType,
  settings: ProviderSettings | undefined,
  variables: Environment,
): readonly string[] {
  const kind = kindOf(type)
  if (type === 'openai-compatible' && !variables.baseURL) return [`providers.${name}.baseURL`]
  const key = kind.keyVariable ?? 'apiKey'
  if (settings?.apiKeyEnv && !variables[key]) return [settings.apiKeyEnv]
  if (type === 'openai' && isElsewhere(variables.OPENAI_BASE_URL)) return []
  const gaps = kind.needs.map((group) => group.filter((variable) => !variables[variable]))
  return gaps.find((gap) => gap.length === 0) ?? gaps.reduce((best, gap) => (gap.length < best.length ? gap : best))
}

function noAddress(name: string, given: string, settings: ProviderSettings | undefined): Unconfigured {
  const type = typeOf(name, settings)
  const source = settings?.baseURL ? `providers.${name}.baseURL` : ((type && kindOf(type).addressVariable) ?? 'baseURL')
  return {
    missing: [source],
    message: `"${given}" in ${source} is not a valid address. Use a form such as https://example.com/v1.`,
  }
}

type Reached = { readonly variables: Environment; readonly baseURL: string | undefined }

function connect(
  name: string,
  type: ProviderType,
  settings: ProviderSettings | undefined,
  { variables, baseURL }: Reached,
): Connection {
  const kind = kindOf(type)
  const keys = [kind.keyVariable ?? 'apiKey', 'GEMINI_API_KEY', 'AZURE_API_KEY']
  const keyName = keys.find((key) => variables[key])
  return {
    name,
    type,
    label: type === 'openai-compatible' ? name : kind.label,
    keySource: settings?.apiKey ? `providers.${name}.apiKey` : (settings?.apiKeyEnv ?? keyName ?? keys[0] ?? 'apiKey'),
    headers: settings?.headers ?? {},
    api: settings?.api ?? (type === 'openai' && isElsewhere(baseURL) ? 'chat' : 'responses'),
    variables,
    ...(settings?.images === undefined ? {} : { images: settings.images }),
    ...(keyName ? { apiKey: variables[keyName] } : {}),
    ...(baseURL ? { baseURL } : {}),
  }
}

function isElsewhere(baseURL: string | undefined): boolean {
  return baseURL !== undefined && URL.canParse(baseURL) && new URL(baseURL).hostname !== 'api.openai.com'
}

/** Fills in the default scheme, port or version if the user left it out. */
function addressOf(type: ProviderType, given: string | undefined): string | undefined {
  const address = given && withoutEnd(given, '/')
  if (!address) return undefined
  if (type === 'ollama') return ollamaAddress(address)
  if (type === 'anthropic') return address.endsWith('/v1') ? address : `${address}/v1`
  if (type === 'azure') return /\/openai(\/v1)?$/.test(address) ? address : `${address}/openai`
  return address
}

function ollamaAddress(host: string): string {
  const hasScheme = /^\w+:\/\//.test(host)
  const written = hasScheme ? host : `http://${host.startsWith(':') ? `127.0.0.1${host}` : host}`
  if (!URL.canParse(written)) return host
  const url = new URL(written)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (!url.port && !hasScheme) url.port = '11434'
  const address = withoutEnd(url.href, '/')
  return address.endsWith('/v1') ? address : `${address}/v1`
}

const isAddress = (address: string): boolean => /^https?:\/\//.test(address) && URL.canParse(address)

const list = (names: readonly string[]): string => names.join(' and ')
