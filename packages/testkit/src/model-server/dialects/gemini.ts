import type { Json } from '@convene/domain'
import type { AnswerFinish } from '../answer.ts'
import { cut } from '../cut.ts'
import { type Dialect, type ErrorKind, type Frame, type FrameKind, sseFrame } from '../dialect.ts'
import type { FullAnswer } from '../full-answer.ts'
import { contentText, fields, list, parsed, string } from '../loose.ts'
import type { ParsedRequest, ServerMessage, ServerRequest } from '../request.ts'

/**
 * Google's generateContent. Its streams end lines with `\r
 * ` and have no end marker except the finish reason.
 */
export const gemini: Dialect = {
  name: 'gemini',
  contentType: 'text/event-stream',
  read,
  stream,
  whole,
  encode: (frame) => sseFrame(frame, '\r\n'),
  error: errorBody,
  errorFrame: (kind, status) => ({ kind: 'close', data: errorBody(kind, status) }),
  keepAlive: Buffer.from(
    'data: {"candidates": [{"content": {"parts": [{"text": ""}],"role": "model"},"index": 0}]}\r\n\r\n',
  ),
}

function read(body: Json, path: string): ParsedRequest {
  const { systemInstruction, contents, tools } = fields(body)
  const [, model = '', method = ''] = /models\/([^:?]+):(\w+)/.exec(decodeURIComponent(path)) ?? []
  return {
    model,
    stream: method === 'streamGenerateContent',
    system: contentText(fields(systemInstruction).parts),
    messages: list(contents).map((content) => message(fields(content))),
    tools: list(tools)
      .flatMap((tool) => list(fields(tool).functionDeclarations))
      .map((declaration) => string(fields(declaration).name)),
  }
}

function message(content: { readonly [key: string]: Json }): ServerMessage {
  const parts = list(content.parts).map(fields)
  const toolCalls = parts
    .filter((part) => part.functionCall)
    .map((part) => fields(part.functionCall))
    .map((call) => ({ id: string(call.id) || string(call.name), name: string(call.name), input: call.args ?? null }))
  const toolResults = parts
    .filter((part) => part.functionResponse)
    .map((part) => fields(part.functionResponse))
    .map((result) => ({ id: string(result.id) || string(result.name), output: resultText(result.response) }))
  const text = contentText(parts)
  const role = content.role === 'model' ? 'assistant' : toolResults.length && !text ? 'tool' : 'user'
  return { role, text, toolCalls, toolResults }
}

function resultText(response: Json | undefined): string {
  const { content } = fields(response)
  return typeof content === 'string' ? content : JSON.stringify(response ?? null)
}

function stream(answer: FullAnswer, request: ServerRequest): Frame[] {
  const chunk = (kind: FrameKind, parts: readonly Json[], finish: string | null = null): Frame => ({
    kind,
    data: {
      candidates: [candidate(parts, finish)],
      ...foot(answer, request, finish === null ? 0 : answer.usage.output),
    },
  })
  const blocked = answer.finish === 'filtered' && !answer.text
  if (blocked) return [{ kind: 'finish', data: blockedBody(answer, request) }]
  return [
    ...cut(answer.reasoning, 2).map((piece) => chunk('reasoning', [{ text: piece, thought: true }])),
    ...answer.pieces.map((piece) => chunk('text', [{ text: piece }])),
    ...answer.calls.map((call) => chunk('call', [callPart(call)])),
    chunk('finish', [{ text: '' }], finishReason(answer.finish)),
  ]
}

const candidate = (parts: readonly Json[], finish: string | null): Json => ({
  content: { parts, role: 'model' },
  ...(finish === null ? {} : { finishReason: finish }),
  index: 0,
})

const callPart = (call: FullAnswer['calls'][number]): Json => ({
  functionCall: { name: call.name, args: parsed(call.raw) },
  thoughtSignature: 'c2lnbmVk',
})

const foot = (answer: FullAnswer, request: ServerRequest, output: number) => ({
  usageMetadata: {
    promptTokenCount: answer.usage.input,
    candidatesTokenCount: Math.max(0, output - answer.usage.reasoning),
    totalTokenCount: answer.usage.input + output,
    cachedContentTokenCount: answer.usage.cached,
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: answer.usage.input }],
    thoughtsTokenCount: output === 0 ? 0 : answer.usage.reasoning,
  },
  modelVersion: request.model,
  responseId: answer.id,
})

const blockedBody = (answer: FullAnswer, request: ServerRequest): Json => ({
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  ...foot(answer, request, 0),
})

function finishReason(finish: AnswerFinish): string {
  if (finish === 'length') return 'MAX_TOKENS'
  if (finish === 'refused') return 'SAFETY'
  return finish === 'filtered' ? 'PROHIBITED_CONTENT' : 'STOP'
}

function whole(answer: FullAnswer, request: ServerRequest): Json {
  if (answer.finish === 'filtered' && !answer.text) return blockedBody(answer, request)
  const parts: Json[] = [
    ...(answer.reasoning ? [{ text: answer.reasoning, thought: true }] : []),
    ...(answer.text ? [{ text: answer.text }] : []),
    ...answer.calls.map(callPart),
  ]
  return {
    candidates: [candidate(parts, finishReason(answer.finish))],
    ...foot(answer, request, answer.usage.output),
  }
}

function errorBody(kind: ErrorKind, status: number): Json {
  const [name, message] = errors[kind]
  const retry = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' }
  return { error: { code: status, message, status: name, ...(kind === 'rate_limited' ? { details: [retry] } : {}) } }
}

const errors: { readonly [kind in ErrorKind]: readonly [status: string, message: string] } = {
  bad_request: ['INVALID_ARGUMENT', 'Invalid value at contents[0].role.'],
  overflow: [
    'INVALID_ARGUMENT',
    'The input token count (1200321) exceeds the maximum number of tokens allowed (1048576).',
  ],
  unauthorized: ['UNAUTHENTICATED', 'Request had invalid authentication credentials.'],
  forbidden: ['PERMISSION_DENIED', 'Permission denied: Consumer has been suspended.'],
  not_found: ['NOT_FOUND', 'models/no-such-model is not found for API version v1beta.'],
  timeout: ['DEADLINE_EXCEEDED', 'Deadline expired before operation could complete.'],
  too_large: ['INVALID_ARGUMENT', 'Request payload size exceeds the limit: 20971520 bytes.'],
  rate_limited: ['RESOURCE_EXHAUSTED', 'Resource has been exhausted (e.g. check quota).'],
  quota: ['RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan and billing details.'],
  server_error: ['INTERNAL', 'An internal error has occurred. Please retry.'],
  overloaded: ['UNAVAILABLE', 'The model is overloaded. Please try again later.'],
}
