import { type Fetch, fetchDocument } from '../../transport/fetch-document.ts'
import type { ProviderReach } from './provider-kind.ts'

/** Where servers report it: llama.cpp, vLLM, LM Studio (loaded, then longest), and others. */
const NAMES = [
  'n_ctx',
  'max_model_len',
  'loaded_context_length',
  'context_length',
  'context_window',
  'max_context_length',
]

type Entry = { readonly id?: unknown; readonly meta?: unknown }

/** The context window in an entry of a model list, if it has one. */
export function windowIn(entry: unknown): number | undefined {
  const { meta } = (entry ?? {}) as Entry
  const fields = { ...asFields(entry), ...asFields(meta) }
  return NAMES.map((name) => fields[name]).find(isSize)
}

/** The context window of a model in the list at this path. */
export async function listedWindow(
  reach: ProviderReach,
  model: string,
  fetch: Fetch,
  path = '/models',
): Promise<number | undefined> {
  const headers = { ...reach.headers, ...(reach.apiKey && { authorization: `Bearer ${reach.apiKey}` }) }
  const { data } = ((await fetchDocument(fetch, `${reach.baseURL}${path}`, { headers })) ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) return undefined
  return windowIn(data.find((entry: Entry | null) => entry?.id === model))
}

const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

const isSize = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0
