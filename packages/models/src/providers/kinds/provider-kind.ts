import type { Environment } from '@convene/platform'
import type { Effort } from '../../catalogue/effort.ts'
import type { CallOptions, LanguageModel, ProviderOptions } from '../../language-model/language-model.ts'
import type { Fetch } from '../../transport/fetch-document.ts'

/** How to reach a provider: its settings and the environment, read by the names of its kind. */
export type ProviderReach = {
  readonly name: string
  readonly apiKey?: string
  readonly baseURL?: string
  readonly headers: Readonly<Record<string, string>>
  readonly api: 'chat' | 'responses'
  readonly variables: Environment
  /** The context window that the user set for a model. */
  readonly context?: (model: string) => number | undefined
}

/**
 * A provider that is ready for requests. `options` are added to every request. `cacheMark` goes where its cache should
 * begin, and with `marksTools` also on the last tool. `flatResults` means that a tool result can only be text, so its
 * images follow in a message. `renamesCalls` means that its package assigns new ids to calls with duplicate ones.
 * `sharesMessages` means that its client never changes a message, so the next request may reuse it.
 */
export type OpenProvider = {
  readonly choose: (model: string) => LanguageModel
  readonly options?: ProviderOptions
  readonly cacheMark?: (model: string) => ProviderOptions | undefined
  readonly marksTools?: boolean
  readonly flatResults?: boolean
  readonly renamesCalls?: boolean
  readonly sharesMessages?: boolean
  /** How to request an effort, if not by its name. */
  readonly reasoning?: AskReasoning
  /** Options that request reasoning summaries: without them, nothing is visible for minutes. */
  readonly summaries?: ProviderOptions
}

/**
 * The efforts that a model supports, and the tokens of a request that it may use for reasoning. `isUnexplained` means
 * that it must continue after calls without their reasoning, such as another model's: Claude with a budget refuses
 * that.
 */
export type Thinking = {
  readonly known: readonly Effort[]
  readonly tokens: number
  readonly maxOutput: number
  readonly isUnexplained: boolean
}

export type AskReasoning = (
  effort: Effort,
  thinking: Thinking & { readonly model: string },
) => Pick<CallOptions, 'reasoning' | 'providerOptions' | 'maxOutputTokens'>

/** Everything about one kind of provider. Any one group of `needs` is enough. */
export type ProviderKind = {
  readonly label: string
  readonly needs: readonly (readonly string[])[]
  readonly keyVariable?: string
  /** What only its keys begin with, so that a pasted key needs no choice. */
  readonly keyForm?: RegExp
  /** Fallback variables for the key. */
  readonly otherKeyVariables?: readonly string[]
  readonly addressVariable?: string
  readonly regionVariable?: string
  /** Other variables it reads. */
  readonly alsoReads?: readonly string[]
  readonly baseURL?: string
  readonly defaultModel?: string
  /** It runs on this machine and costs nothing. */
  readonly local?: boolean
  /** Its model list has OpenAI's format. */
  readonly listsModels?: boolean
  /** It has no default address, and cannot be used until the settings give one. */
  readonly needsAddress?: boolean
  /** Whether this address belongs to another server that speaks the same API, and needs no key. */
  isElsewhere?(address: string | undefined): boolean
  /** The full form of an address without its scheme, port or version. */
  fullAddress?(address: string): string
  /** Whether a model accepts images. */
  sees(model: string, api: ProviderReach['api']): boolean
  /** Whether a model costs nothing, for a local kind. */
  isFree?(model: string): boolean
  /** Whether a model gets its reasoning back although it is not signed. */
  returnsReasoning?(model: string, reach: Pick<ProviderReach, 'name' | 'baseURL' | 'api'>): boolean
  /** The context window that its server reports for a model, in tokens. */
  window?(reach: ProviderReach, model: string, fetch: Fetch): Promise<number | undefined>
  /** Loads the provider's package, on the first call to one of its models. */
  open(reach: ProviderReach, fetch: Fetch): Promise<OpenProvider>
}

/** Options for every provider's package. */
export const access = ({ apiKey, baseURL, headers }: ProviderReach, fetch: Fetch) => ({
  apiKey,
  baseURL,
  headers,
  fetch,
})

/** Providers must not store anything from a session: the log is here. */
export const unstored: ProviderOptions = { openai: { store: false }, azure: { store: false } }
