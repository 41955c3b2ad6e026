import type { Json } from '@convene/domain'
import type { AnswerFinish } from '../answer.ts'
import { cut } from '../cut.ts'
import { type Dialect, type Frame, type FrameKind, sseFrame } from '../dialect.ts'
import type { FullAnswer } from '../full-answer.ts'
import { contentText, fields, list, parsed, string } from '../loose.ts'
import type { ParsedRequest, ServerMessage, ServerRequest } from '../request.ts'
import { openAiError } from './openai-errors.ts'

/** OpenAI chat completions and its imitators: Mistral, DeepSeek, Ollama, LM Studio, llama.cpp, OpenRouter. */
export const chat: Dialect = {
  name: 'chat',
  contentType: 'text/event-stream; charset=utf-8',
  read,
  stream,
  whole,
  encode: (frame) => sseFrame(frame),
  error: (kind, _status, model) => openAiError(kind, model),
  errorFrame: (kind, _status, model) => ({ kind: 'close', data: openAiError(kind, model) }),
  keepAlive: Buffer.from(': keep-alive\n\n'),
}

function read(body: Json): ParsedRequest {
  const { model, stream, messages, tools } = fields(body)
  const lines = list(messages).map(fields)
  const isSystem = (line: { readonly [key: string]: Json }) => line.role === 'system' || line.role === 'developer'
  return {
    model: string(model),
    stream: stream === true,
    system: lines
      .filter(isSystem)
      .map((line) => contentText(line.content))
      .join('\n'),
    messages: lines.filter((line) => !isSystem(line)).map(message),
    tools: list(tools).map((tool) => string(fields(fields(tool).function).name)),
  }
}

function message(line: { readonly [key: string]: Json }): ServerMessage {
  const text = contentText(line.content)
  if (line.role === 'tool') {
    return { role: 'tool', text: '', toolCalls: [], toolResults: [{ id: string(line.tool_call_id), output: text }] }
  }
  const toolCalls = list(line.tool_calls).map((call) => {
    const { name, arguments: input } = fields(fields(call).function)
    return { id: string(fields(call).id), name: string(name), input: parsed(string(input)) }
  })
  return { role: line.role === 'assistant' ? 'assistant' : 'user', text, toolCalls, toolResults: [] }
}

function stream(answer: FullAnswer, request: ServerRequest): Frame[] {
  const chunk = (kind: FrameKind, delta: Json, finish: string | null = null, extra: object = {}): Frame => ({
    kind,
    data: {
      ...head(answer, request, 'chat.completion.chunk'),
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...extra,
    },
  })
  const usage: Frame[] = wantsUsage(request)
    ? [
        {
          kind: 'usage',
          data: { ...head(answer, request, 'chat.completion.chunk'), choices: [], usage: usageOf(answer) },
        },
      ]
    : []
  const atFinish = isMistral(request) ? { usage: usageOf(answer) } : {}
  return [
    chunk('open', { role: 'assistant', content: '' }),
    ...cut(answer.reasoning, 2).map((piece) => chunk('reasoning', reasoningDelta(piece, request))),
    ...answer.pieces.map((piece) => chunk('text', textDelta(piece, answer))),
    ...answer.calls.flatMap((call, index) => callDeltas(call, index).map((delta) => chunk('call', delta))),
    chunk('finish', {}, finishReason(answer.finish), atFinish),
    ...usage,
    { kind: 'done', data: '[DONE]' },
  ]
}

const head = (answer: FullAnswer, request: ServerRequest, object: string) => ({
  id: `chatcmpl-${answer.id}`,
  object,
  created: answer.createdAt,
  model: request.model,
  service_tier: 'default',
  system_fingerprint: 'fp_scripted',
})

const isMistral = (request: ServerRequest): boolean =>
  /^(mistral|ministral|magistral|codestral|devstral|pixtral|open-mi)/.test(request.model)

const wantsUsage = (request: ServerRequest): boolean =>
  fields(fields(request.body).stream_options).include_usage === true

const reasoningDelta = (piece: string, request: ServerRequest): Json =>
  isMistral(request)
    ? { content: [{ type: 'thinking', thinking: [{ type: 'text', text: piece }] }] }
    : { reasoning_content: piece }

const textDelta = (piece: string, answer: FullAnswer): Json =>
  answer.finish === 'refused' ? { refusal: piece } : { content: piece }

function callDeltas(call: FullAnswer['calls'][number], index: number): Json[] {
  const opening = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }
  const pieces = cut(call.raw, 3).map((piece) => ({ index, function: { arguments: piece } }))
  return [opening, ...pieces].map((delta) => ({ tool_calls: [delta] }))
}

function finishReason(finish: AnswerFinish): string {
  if (finish === 'tools') return 'tool_calls'
  if (finish === 'filtered') return 'content_filter'
  return finish === 'refused' ? 'stop' : finish
}

const usageOf = ({ usage }: FullAnswer): Json => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  prompt_tokens_details: { cached_tokens: usage.cached, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: usage.reasoning,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
})

function whole(answer: FullAnswer, request: ServerRequest): Json {
  const refused = answer.finish === 'refused'
  const calls = answer.calls.map((call) => ({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.raw },
  }))
  const spoken = refused || !answer.text ? null : answer.text
  const thinking = { type: 'thinking', thinking: [{ type: 'text', text: answer.reasoning }] }
  const inContent = answer.reasoning !== '' && isMistral(request)
  return {
    ...head(answer, request, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: inContent ? [thinking, { type: 'text', text: spoken ?? '' }] : spoken,
          refusal: refused ? answer.text : null,
          ...(answer.reasoning && !inContent ? { reasoning_content: answer.reasoning } : {}),
          ...(calls.length ? { tool_calls: calls } : {}),
        },
        logprobs: null,
        finish_reason: finishReason(answer.finish),
      },
    ],
    usage: usageOf(answer),
  }
}
