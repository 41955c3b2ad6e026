import { withoutEnd } from '@convene/domain'
import type { Environment } from '@convene/platform'
import type { ProviderKind, ProviderReach } from './kinds/provider-kind.ts'
import type { ModelConfiguration, ProviderSettings } from './model-configuration.ts'
import { isProviderType, type ProviderType, providerKindOf } from './provider-kinds.ts'

/** Everything needed to open a provider. `keySource` is where a user would change the key. */
export type ProviderConnection = ProviderReach & {
  readonly type: ProviderType
  readonly label: string
  readonly keySource: string
  readonly images?: boolean | readonly string[]
}

/** Why a provider cannot be used, and what would change that. */
export type Unconfigured = { readonly missing: readonly string[]; readonly message: string }

const SECRET = /KEY|TOKEN|SECRET/

/** How to reach a provider according to settings and environment, or what is missing. */
export function connectionOf(
  name: string,
  configuration: ModelConfiguration,
  environment: Environment,
): ProviderConnection | Unconfigured {
  const settings = settingsOf(name, configuration)
  const type = typeOf(name, settings)
  if (type === null) return unknownProvider(name, settings)
  const kind = providerKindOf(type)
  const variables = variablesOf(kind, settings, environment)
  const missing = missingOf(name, type, settings, variables)
  if (missing.length > 0) return { missing, message: `${kind.label} is not configured: set ${list(missing)}.` }
  const given = variables[kind.addressVariable ?? 'baseURL'] ?? kind.baseURL
  const baseURL = addressOf(type, given)
  if (baseURL !== undefined && !isAddress(baseURL)) return noAddress(name, given ?? '', settings)
  return connect(name, type, settings, { variables, baseURL })
}

export const isConnection = (value: ProviderConnection | Unconfigured): value is ProviderConnection => 'type' in value

/** Every value of this connection that must never be shown. */
export function secretsOf(connection: ProviderConnection): string[] {
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
  const names = [...kind.needs.flat(), ...(kind.alsoReads ?? []), kind.keyVariable, kind.addressVariable]
  const variables: Record<string, string | undefined> = {}
  for (const name of names) if (name) variables[name] = environment[name]?.trim() || undefined
  const key = settings?.apiKey ?? (settings?.apiKeyEnv ? environment[settings.apiKeyEnv]?.trim() : undefined)
  if (settings?.apiKey || settings?.apiKeyEnv) variables[kind.keyVariable ?? 'apiKey'] = key || undefined
  if (settings?.baseURL) variables[kind.addressVariable ?? 'baseURL'] = settings.baseURL
  if (settings?.region && kind.regionVariable) variables[kind.regionVariable] = settings.region
  return variables
}

function missingOf(
  name: string,
  type: ProviderType,
  settings: ProviderSettings | undefined,
  variables: Environment,
): readonly string[] {
  const kind = providerKindOf(type)
  if (kind.needsAddress && !variables.baseURL) return [`providers.${name}.baseURL`]
  const key = kind.keyVariable ?? 'apiKey'
  if (settings?.apiKeyEnv && !variables[key]) return [settings.apiKeyEnv]
  if (kind.isElsewhere?.(variables[kind.addressVariable ?? 'baseURL'])) return []
  const gaps = kind.needs.map((group) => group.filter((variable) => !variables[variable]))
  return gaps.find((gap) => gap.length === 0) ?? gaps.reduce((best, gap) => (gap.length < best.length ? gap : best))
}

function noAddress(name: string, given: string, settings: ProviderSettings | undefined): Unconfigured {
  const type = typeOf(name, settings)
  const source = settings?.baseURL
    ? `providers.${name}.baseURL`
    : ((type && providerKindOf(type).addressVariable) ?? 'baseURL')
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
): ProviderConnection {
  const kind = providerKindOf(type)
  const keys = [kind.keyVariable ?? 'apiKey', ...(kind.otherKeyVariables ?? [])]
  const keyName = keys.find((key) => variables[key])
  return {
    name,
    type,
    label: kind.needsAddress ? name : kind.label,
    keySource: settings?.apiKey ? `providers.${name}.apiKey` : (settings?.apiKeyEnv ?? keyName ?? keys[0] ?? 'apiKey'),
    headers: settings?.headers ?? {},
    api: settings?.api ?? (kind.isElsewhere?.(baseURL) ? 'chat' : 'responses'),
    variables,
    ...(settings?.images === undefined ? {} : { images: settings.images }),
    ...(keyName ? { apiKey: variables[keyName] } : {}),
    ...(baseURL ? { baseURL } : {}),
  }
}

/** Fills in the default scheme, port or version if the user left it out. */
function addressOf(type: ProviderType, given: string | undefined): string | undefined {
  const address = given && withoutEnd(given, '/')
  if (!address) return undefined
  return providerKindOf(type).fullAddress?.(address) ?? address
}

const isAddress = (address: string): boolean => /^https?:\/\//.test(address) && URL.canParse(address)

const list = (names: readonly string[]): string => names.join(' and ')
