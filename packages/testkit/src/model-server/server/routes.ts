import type { Json } from '@convene/domain'
import type { Dialect } from '../dialect.ts'
import { chat } from '../dialects/chat.ts'
import { converse } from '../dialects/converse.ts'
import { gemini } from '../dialects/gemini.ts'
import { messages } from '../dialects/messages.ts'
import { ollama } from '../dialects/ollama.ts'
import { responses } from '../dialects/responses.ts'

/** The dialect of a POST to this path. */
export function dialectAt(path: string): Dialect | undefined {
  const { pathname } = new URL(path, 'http://localhost')
  if (pathname.endsWith('/chat/completions')) return chat
  if (pathname.endsWith('/responses')) return responses
  if (pathname.endsWith('/messages')) return messages
  if (/:(streamGenerateContent|generateContent)$/.test(pathname)) return gemini
  if (pathname === '/api/chat') return ollama
  if (/\/converse(-stream)?$/.test(pathname)) return converse
  return undefined
}

/** The model lists of the OpenAI, Google and Ollama APIs, and what Ollama reports about a model. */
export function listAt(path: string, models: readonly string[], window: number | null): Json | undefined {
  const { pathname } = new URL(path, 'http://localhost')
  if (pathname === '/api/show') return window === null ? undefined : { model_info: { 'llama.context_length': window } }
  if (pathname === '/api/ps') return { models: [] }
  if (pathname === '/api/version') return { version: '0.13.0' }
  if (pathname === '/api/tags') return { models: models.map(ollamaModel) }
  if (pathname.endsWith('/v1beta/models')) return { models: models.map((name) => ({ name: `models/${name}` })) }
  if (pathname.endsWith('/models')) {
    return {
      object: 'list',
      data: models.map((id) => ({ id, object: 'model', created: 1_767_225_600, owned_by: 'test' })),
    }
  }
  return undefined
}

const ollamaModel = (name: string): Json => ({
  name,
  model: name,
  modified_at: '2026-01-01T00:00:00Z',
  size: 4_683_087_332,
  digest: '0'.repeat(64),
  details: { format: 'gguf', family: 'llama', parameter_size: '8B', quantization_level: 'Q4_K_M' },
})
