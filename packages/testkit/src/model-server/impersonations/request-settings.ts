import type { Json } from '@convene/domain'
import { fields } from '../loose.ts'
import type { ServerRequest } from '../request.ts'

type RequestBody = Pick<ServerRequest, 'dialect' | 'body'>
type Settings = {
  readonly output: Json | undefined
  readonly temperature: Json | undefined
  readonly format: Json | undefined
}

/** The settings of a request under one name, in every dialect. */
export function settingsOf({ dialect, body }: RequestBody): Settings {
  const asked = fields(body)
  switch (dialect) {
    case 'chat':
      return {
        output: asked.max_completion_tokens ?? asked.max_tokens,
        temperature: asked.temperature,
        format: asked.response_format,
      }
    case 'responses':
      return { output: asked.max_output_tokens, temperature: asked.temperature, format: fields(asked.text).format }
    case 'messages':
      return { output: asked.max_tokens, temperature: asked.temperature, format: asked.output_format }
    case 'gemini': {
      const { maxOutputTokens, temperature, responseMimeType } = fields(asked.generationConfig)
      return { output: maxOutputTokens, temperature, format: responseMimeType }
    }
    case 'converse': {
      const { maxTokens, temperature } = fields(asked.inferenceConfig)
      return { output: maxTokens, temperature, format: undefined }
    }
    case 'ollama': {
      const { num_predict, temperature } = fields(asked.options)
      return { output: num_predict, temperature, format: asked.format }
    }
  }
}

/** The maximum number of tokens in an answer. */
export function outputLimitOf(asked: RequestBody): number {
  const { output } = settingsOf(asked)
  return typeof output === 'number' && output > 0 ? output : Number.POSITIVE_INFINITY
}
