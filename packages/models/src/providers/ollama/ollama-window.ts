import type { Fetch } from '../../transport/fetch-document.ts'
import { type DocumentRequest, fetchDocument } from '../../transport/fetch-document.ts'

/** Ollama's own default is 4,096, which the tools of one agent nearly fill. */
export const USUAL_WINDOW = 16_384
/** No model has more. Larger values are ignored, or Ollama would reserve memory that no machine has. */
const MOST = 10_000_000

export type OllamaServer = {
  readonly root: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: Fetch
}

/**
 * The context window to request from Ollama: the user's setting, or else the largest of a default, the model file's and
 * the loaded one, but never more than the model has. Requesting more than the loaded window would reload the model.
 * Undefined if the server does not know the model, or does not answer.
 */
export async function ollamaWindow(
  server: OllamaServer,
  model: string,
  wanted: number | undefined,
): Promise<number | undefined> {
  const [shown, loaded] = await Promise.all([show(server, model), loadedWindow(server, model)])
  if (shown === undefined && loaded === undefined) return wanted
  const most = longestOf(shown) ?? Number.POSITIVE_INFINITY
  return Math.min(most, wanted ?? Math.max(USUAL_WINDOW, writtenOf(shown) ?? 0, loaded ?? 0))
}

const show = (server: OllamaServer, model: string): Promise<unknown> =>
  document(server, '/api/show', { method: 'POST', body: JSON.stringify({ model }) })

async function loadedWindow(server: OllamaServer, model: string): Promise<number | undefined> {
  const { models } = ((await document(server, '/api/ps')) ?? {}) as { models?: unknown }
  if (!Array.isArray(models)) return undefined
  const found = models.find((one) =>
    [one?.name, one?.model].some((name) => name === model || name === `${model}:latest`),
  )
  return size(found?.context_length)
}

/** The model's own limit, under the name of its architecture. */
function longestOf(shown: unknown): number | undefined {
  const { model_info: info } = (shown ?? {}) as { model_info?: unknown }
  if (typeof info !== 'object' || info === null) return undefined
  const found = Object.entries(info).find(([name]) => name.endsWith('.context_length'))
  return size(found?.[1])
}

/** `num_ctx` as written in the model file. */
function writtenOf(shown: unknown): number | undefined {
  const { parameters } = (shown ?? {}) as { parameters?: unknown }
  if (typeof parameters !== 'string') return undefined
  return size(Number(/^\s*num_ctx\s+(\d+)/m.exec(parameters)?.[1]))
}

const document = (
  { root, headers, fetch }: OllamaServer,
  path: string,
  asked: DocumentRequest = {},
): Promise<unknown> => fetchDocument(fetch, `${root}${path}`, { ...asked, headers })

const size = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST ? value : undefined
