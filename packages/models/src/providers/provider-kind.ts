import type { Environment } from '@convene/platform'
import type { Effort } from '../catalogue/effort.ts'
import type { CallOptions, LanguageModel, ProviderOptions } from './language-model.ts'

/** How a provider is reached: its settings and the environment, read through the names of its kind. */
export type Reach = {
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
 * A provider that is ready for requests. `options` are added to every request, `cacheMark` is put where its cache should
 * begin (with `marksTools` also on the last tool), `flatResults` means that a tool result can only be text, so its images
 * follow in a message, `renamesCalls` that its package assigns new ids to calls with duplicate ones, and `sharesMessages`
 * that its client changes no message, so that the next request may have the same one.
 */
export type OpenProvider = {
  readonly choose: (model: string) => LanguageModel
  readonly options?: ProviderOptions
  readonly cacheMark?: (model: string) => ProviderOptions | undefined
  readonly marksTools?: boolean
  readonly flatResults?: boolean
  readonly renamesCalls?: boolean
  readonly sharesMessages?: boolean
  /** How an effort is asked for, if not by its name. */
  readonly reasoning?: AskReasoning
  /** What asks for a summary of the thinking: without it, nobody sees anything for minutes. */
  readonly summaries?: ProviderOptions
}

/**
 * The efforts that a model knows, and the tokens it may think with out of those of a request. `isUnexplained` if it must
 * continue after calls without their thinking, such as another model's: Claude with a budget refuses that.
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

export type Fetch = typeof globalThis.fetch

/** Everything about one kind of provider. Any one group of `needs` is enough. */
export type ProviderKind = {
  readonly label: string
  readonly needs: readonly (readonly string[])[]
  readonly keyVariable?: string
  /** Variables that hold the key if the first one is not set. */
  readonly otherKeyVariables?: readonly string[]
  readonly addressVariable?: string
  /** Other variables it reads. */
  readonly alsoReads?: readonly string[]
  readonly baseURL?: string
  readonly defaultModel?: string
  /** It runs on this machine, and costs nothing. */
  readonly local?: boolean
  /** Its list of models has OpenAI's format. */
  readonly listsModels?: boolean
  /** It has no usual address: it is nothing until the settings give one. */
  readonly needsAddress?: boolean
  /** Whether a server at this address is another one that speaks the same API, and needs no key. */
  isElsewhere?(address: string | undefined): boolean
  /** The full form of an address without its scheme, port or version. */
  fullAddress?(address: string): string
  /** Whether a model takes images. */
  sees(model: string, api: Reach['api']): boolean
  /** Whether a model costs nothing, for a local kind. */
  isFree?(model: string): boolean
  /** Whether a model gets its reasoning back although it is not signed. */
  returnsReasoning?(model: string, reach: Pick<Reach, 'name' | 'baseURL' | 'api'>): boolean
  /** The context window that its server tells for a model, in tokens. */
  window?(reach: Reach, model: string, fetch: Fetch): Promise<number | undefined>
  /** Loads the provider's package: when its first model is asked, and not before. */
  open(reach: Reach, fetch: Fetch): Promise<OpenProvider>
}

/** Options for every provider's package. */
export const access = ({ apiKey, baseURL, headers }: Reach, fetch: Fetch) => ({ apiKey, baseURL, headers, fetch })

/** Providers store nothing of a session: the log is here. */
export const unstored: ProviderOptions = { openai: { store: false }, azure: { store: false } }
