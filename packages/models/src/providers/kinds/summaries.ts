import type { ProviderOptions } from '../../language-model/language-model.ts'

/** Requests summaries from OpenAI's Responses API, including Azure's. */
export const openaiSummaries: ProviderOptions = {
  openai: { reasoningSummary: 'auto' },
  azure: { reasoningSummary: 'auto' },
}

const SUMMARY = /summar|include_?thoughts|thinking\.[^"]*display|must be verified/iu

/** Whether a provider says that it gives no summaries: OpenAI, for example, requires a verified organization. */
export const refusesSummaries = (options: ProviderOptions | undefined, said: string): boolean =>
  SUMMARY.test(said) && /reasoningSummary|includeThoughts|summarized/u.test(JSON.stringify(options ?? {}))

/** The options without the request for summaries. Null, because OpenAI's package would request them by itself. */
export function withoutSummaries(options: ProviderOptions): ProviderOptions {
  const { openai, azure, google, anthropic, ...others } = options
  return {
    ...others,
    ...(openai && { openai: { ...openai, reasoningSummary: null } }),
    ...(azure && { azure: { ...azure, reasoningSummary: null } }),
    ...(google && { google: without(google, 'thinkingConfig', 'includeThoughts') }),
    ...(anthropic && { anthropic: without(anthropic, 'thinking', 'display') }),
  }
}

function without(options: ProviderOptions[string], group: string, name: string): ProviderOptions[string] {
  const { [name]: _, ...kept } = (options[group] ?? {}) as ProviderOptions[string]
  return { ...options, [group]: kept }
}
