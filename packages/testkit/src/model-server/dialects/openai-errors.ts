import type { Json } from '@convene/domain'
import type { ErrorKind } from '../dialect.ts'

type OpenAiError = { readonly message: string; readonly type: string; readonly code: string | null }

const invalid = 'invalid_request_error'

/** OpenAI's error bodies, the same for chat completions and responses. */
export function openAiError(kind: ErrorKind, model: string): Json {
  const { message, type, code } = errors(model)[kind]
  return { error: { message, type, param: kind === 'overflow' ? 'messages' : null, code } }
}

export const openAiErrorCode = (kind: ErrorKind, model: string): { code: string; message: string } => {
  const { message, type, code } = errors(model)[kind]
  return { code: code ?? type, message }
}

const errors = (model: string): { readonly [kind in ErrorKind]: OpenAiError } => ({
  bad_request: { message: "Invalid value: 'wizard'.", type: invalid, code: 'invalid_value' },
  overflow: {
    message:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 131072 tokens. Please reduce the length of the messages.",
    type: invalid,
    code: 'context_length_exceeded',
  },
  unauthorized: { message: 'Incorrect API key provided: wrong-key.', type: invalid, code: 'invalid_api_key' },
  forbidden: {
    message: 'Your project does not have access to this resource.',
    type: invalid,
    code: 'permission_denied',
  },
  not_found: {
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: invalid,
    code: 'model_not_found',
  },
  timeout: { message: 'Request timed out.', type: 'server_error', code: 'timeout' },
  too_large: { message: 'Request body is too large.', type: invalid, code: 'request_too_large' },
  rate_limited: {
    message: `Rate limit reached for ${model} on tokens per min (TPM): Limit 30000, Used 29800, Requested 1200. Please try again in 2s.`,
    type: 'tokens',
    code: 'rate_limit_exceeded',
  },
  quota: {
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  server_error: {
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
    code: null,
  },
  overloaded: {
    message: 'The engine is currently overloaded, please try again later.',
    type: 'overloaded',
    code: null,
  },
})
