import type { Price } from '@convene/domain'

/** How a provider is reached, where it differs from the usual. A name that is not built in needs a `baseURL`. */
export type ProviderSettings = {
  readonly type?: string
  readonly baseURL?: string
  readonly apiKey?: string
  readonly apiKeyEnv?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly api?: 'chat' | 'responses'
  /** Whether its models see pictures, or which of them do. */
  readonly images?: boolean | readonly string[]
}

/** The part of the settings that is about models. */
export type ModelConfiguration = {
  readonly model?: string
  readonly pool?: readonly string[]
  readonly providers?: Readonly<Record<string, ProviderSettings>>
  readonly prices?: Readonly<Record<string, Price>>
}
