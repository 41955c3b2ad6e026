import type { Price, Reasoning } from '@convene/domain'
import type { Catalogue } from '../catalogue/row.ts'

/** How to reach a provider, if not in the default way. A name that is not built in needs a `baseURL`. */
export type ProviderSettings = {
  readonly type?: string
  readonly baseURL?: string
  readonly region?: string
  readonly apiKey?: string
  readonly apiKeyEnv?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly api?: 'chat' | 'responses'
  /** Whether its models accept images, or which of them do. */
  readonly images?: boolean | readonly string[]
}

/** User settings that override the catalogue. `reasoning: true` means that it reasons, at unknown levels. */
export type ModelsConfiguration = {
  readonly context?: number
  readonly output?: number
  readonly reasoning?: boolean | readonly Reasoning[]
  readonly images?: boolean
  readonly temperature?: boolean
  readonly price?: Price
}

/** The model-related part of the settings, and the catalogue that the user fetched. */
export type ModelConfiguration = {
  readonly model?: string
  readonly pool?: readonly string[]
  readonly providers?: Readonly<Record<string, ProviderSettings>>
  readonly prices?: Readonly<Record<string, Price>>
  readonly models?: Readonly<Record<string, ModelsConfiguration>>
  readonly refreshed?: Catalogue
}
