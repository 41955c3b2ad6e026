import type { Json } from '@convene/domain'
import type { AnswerFinish } from '../answer.ts'
import { cut } from '../cut.ts'
import type { Dialect, ErrorKind, Frame, FrameKind } from '../dialect.ts'
import type { FullAnswer } from '../full-answer.ts'
import { contentText, fields, list, string } from '../loose.ts'
import type { ParsedRequest, ServerMessage } from '../request.ts'
import { awsFrame } from './aws-frame.ts'

/** Amazon Bedrock Converse. */
export const converse: Dialect = {
  name: 'converse',
  contentType: 'application/vnd.amazon.eventstream',
  read,
  stream,
  whole,
  encode: awsFrame,
  error: (kind) => ({ message: errors[kind][1] }),
  errorFrame: (kind) => ({ kind: 'close', event: errors[kind][0], data: { message: errors[kind][1] } }),
  keepAlive: awsFrame({
    kind: 'text',
    event: 'contentBlockDelta',
    data: { contentBlockIndex: 0, delta: { text: '' } },
  }),
}

function read(body: Json, path: string): ParsedRequest {
  const { system, messages, toolConfig } = fields(body)
  const [, model = '', method = ''] = /model\/([^/]+)\/(converse[a-z-]*)/.exec(decodeURIComponent(path)) ?? []
  return {
    model,
    stream: method === 'converse-stream',
    system: contentText(system),
    messages: list(messages).map((message) => messageOf(fields(message))),
    tools: list(fields(toolConfig).tools).map((tool) => string(fields(fields(tool).toolSpec).name)),
  }
}

function messageOf(message: { readonly [key: string]: Json }): ServerMessage {
  const blocks = list(message.content).map(fields)
  const toolCalls = blocks
    .filter((block) => block.toolUse)
    .map((block) => fields(block.toolUse))
    .map((call) => ({ id: string(call.toolUseId), name: string(call.name), input: call.input ?? null }))
  const toolResults = blocks
    .filter((block) => block.toolResult)
    .map((block) => fields(block.toolResult))
    .map((result) => ({ id: string(result.toolUseId), output: contentText(result.content) }))
  const text = contentText(blocks)
  const role = message.role === 'assistant' ? 'assistant' : toolResults.length && !text ? 'tool' : 'user'
  return { role, text, toolCalls, toolResults }
}

const SIGNATURE = 'c2lnbmVk'

type Block = { readonly kind: FrameKind; readonly start: Json | null; readonly deltas: readonly Json[] }

function stream(answer: FullAnswer): Frame[] {
  return [
    { kind: 'open', event: 'messageStart', data: { role: 'assistant' } },
    ...blocksOf(answer).flatMap(blockFrames),
    { kind: 'finish', event: 'messageStop', data: { stopReason: stopReason(answer.finish) } },
    { kind: 'usage', event: 'metadata', data: { usage: usageOf(answer), metrics: { latencyMs: 1 } } },
  ]
}

function blockFrames(block: Block, contentBlockIndex: number): Frame[] {
  const deltas = block.deltas.map(
    (delta): Frame => ({ kind: block.kind, event: 'contentBlockDelta', data: { contentBlockIndex, delta } }),
  )
  const stop: Frame = {
    kind: block.kind === 'call' ? 'call' : 'close',
    event: 'contentBlockStop',
    data: { contentBlockIndex },
  }
  if (block.start === null) return [...deltas, stop]
  return [
    { kind: 'call', event: 'contentBlockStart', data: { contentBlockIndex, start: block.start } },
    ...deltas,
    stop,
  ]
}

function blocksOf(answer: FullAnswer): Block[] {
  const thought: Block = {
    kind: 'reasoning',
    start: null,
    deltas: [...cut(answer.reasoning, 2).map((text) => ({ text })), { signature: SIGNATURE }].map(
      (reasoningContent) => ({
        reasoningContent,
      }),
    ),
  }
  const spoken: Block = { kind: 'text', start: null, deltas: answer.pieces.map((text) => ({ text })) }
  const calls = answer.calls.map(
    (call): Block => ({
      kind: 'call',
      start: { toolUse: { toolUseId: call.id, name: call.name } },
      deltas: cut(call.raw, 3).map((input) => ({ toolUse: { input } })),
    }),
  )
  return [...(answer.reasoning ? [thought] : []), ...(answer.text ? [spoken] : []), ...calls]
}

/** Amazon counts cached tokens separately from `inputTokens`. */
const usageOf = ({ usage }: FullAnswer): Json => ({
  inputTokens: usage.input - usage.cached,
  outputTokens: usage.output,
  totalTokens: usage.input + usage.output,
  cacheReadInputTokens: usage.cached,
  cacheWriteInputTokens: 0,
})

function stopReason(finish: AnswerFinish): string {
  switch (finish) {
    case 'tools':
      return 'tool_use'
    case 'length':
      return 'max_tokens'
    case 'refused':
    case 'filtered':
      return 'content_filtered'
    default:
      return 'end_turn'
  }
}

function whole(answer: FullAnswer): Json {
  const content: Json[] = [
    ...(answer.reasoning
      ? [{ reasoningContent: { reasoningText: { text: answer.reasoning, signature: SIGNATURE } } }]
      : []),
    ...(answer.text ? [{ text: answer.text }] : []),
    ...answer.calls.map((call) => ({ toolUse: { toolUseId: call.id, name: call.name, input: call.input } })),
  ]
  return {
    output: { message: { role: 'assistant', content } },
    stopReason: stopReason(answer.finish),
    usage: usageOf(answer),
    metrics: { latencyMs: 1 },
  }
}

const errors: { readonly [kind in ErrorKind]: readonly [event: string, message: string] } = {
  bad_request: ['validationException', 'The model returned the following errors: malformed input request.'],
  overflow: ['validationException', 'Input is too long for requested model.'],
  unauthorized: ['validationException', 'The security token included in the request is invalid.'],
  forbidden: ['validationException', "You don't have access to the model with the specified model ID."],
  not_found: ['validationException', 'Could not resolve the foundation model from the model identifier.'],
  timeout: ['modelTimeoutException', 'Model took too long to respond.'],
  too_large: ['validationException', 'Request body is too large.'],
  rate_limited: ['throttlingException', 'Too many requests, please wait before trying again.'],
  quota: ['throttlingException', 'Too many tokens per day, please wait before trying again.'],
  server_error: ['internalServerException', 'The system encountered an unexpected error during processing.'],
  overloaded: ['serviceUnavailableException', 'Bedrock is unable to process your request.'],
}
