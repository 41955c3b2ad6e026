import type { Price } from '@convene/domain'

/** How to reach a provider, if not in the default way. A name that is not built in needs a `baseURL`. */
export type ProviderSettings = {
  readonly type?: string
  readonly baseURL?: string
  readonly apiKey?: string
  readonly apiKeyEnv?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly api?: 'chat' | 'responses'
  /** Whether its models accept images, or which of them do. */
  readonly images?: boolean | readonly string[]
}

/** The model-related part of the settings. */
export type ModelConfiguration = {
  readonly model?: string
  readonly pool?: readonly string[]
  readonly providers?: Readonly<Record<string, ProviderSettings>>
  readonly prices?: Readonly<Record<string, Price>>
}
