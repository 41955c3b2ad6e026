import { createHash } from 'node:crypto'
import {
  type CallId,
  type ContextLine,
  type Image,
  type Json,
  listOf,
  type ModelRequest,
  type SessionId,
  type ToolSpec,
} from '@convene/domain'
import type { TestReply } from './read-reply.ts'

/** A red square, 32 by 32 pixels. */
export const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC',
  'base64',
)

const picture: Image = {
  hash: createHash('sha256').update(square).digest('hex'),
  mediaType: 'image/png',
  bytes: square.length,
  width: 32,
  height: 32,
}

/** Providers cache nothing shorter than about 2,000 tokens. */
const NOTES = 110

const brief = 'You take part in a test of a connection. Do exactly what each message asks, and be brief.'
const long = [
  brief,
  ...Array.from(
    { length: NOTES },
    (_, index) => `Note ${index + 1}: this line only makes the prompt long enough to be cached.`,
  ),
].join('\n')

const echo: ToolSpec = {
  name: 'echo',
  description: 'Repeats a word.',
  input: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'], additionalProperties: false },
  permission: 'echo',
  readOnly: true,
  reaches: [],
  timeoutMs: 1_000,
}

const CALL = 'c1-1' as CallId
/** Not the word it was asked to repeat: only a model that reads the result can know it. */
export const WORD = 'papaya'
const ask: ContextLine = { role: 'user', text: 'Call the tool echo with the word banana. Say nothing else.' }

/** The schema of the structured answer. */
const answer = {
  name: 'fruit',
  alone: true,
  schema: {
    type: 'object',
    properties: { fruit: { type: 'string' }, letters: { type: 'integer' } },
    required: ['fruit', 'letters'],
    additionalProperties: false,
  } satisfies { [key: string]: Json },
}
const asJson =
  'Which of these is a fruit: banana, hammer, cloud? And how many letters has its name? Answer with one JSON object: {"fruit": "…", "letters": 0}'

type TestSettings = Pick<ModelRequest, 'model' | 'workspace' | 'reasoning' | 'thinking' | 'maxOutput' | 'idleMs'>

const requestOf = (asked: TestSettings, ...lines: readonly ContextLine[]): ModelRequest => ({
  ...asked,
  session: 'model-test' as SessionId,
  system: long,
  lines: listOf(...lines),
  tools: [echo],
  directory: asked.workspace,
  agent: 'model-test',
  conversation: 'model-test',
})

/** The first message asks for a tool call. */
export const firstTestRequest = (asked: TestSettings): ModelRequest => requestOf(asked, ask)

/**
 * The second message continues the first, so its beginning can come from the provider's cache. What the provider sent
 * with its call goes back with it, as in a run: reasoning models refuse a call without it.
 */
export function resultRequest(asked: TestSettings, { text, calls, provider }: TestReply): ModelRequest {
  const own = provider === undefined ? {} : { provider }
  const echoed = calls.find(({ tool }) => tool === 'echo')
  const before: readonly ContextLine[] =
    echoed === undefined
      ? [{ role: 'assistant', text: text || 'banana', calls: [], ...own }]
      : [
          { role: 'assistant', text, calls: [{ id: CALL, ...echoed }], ...own },
          { role: 'tool', call: CALL, tool: 'echo', ok: true, output: WORD },
        ]
  return requestOf(asked, ask, ...before, { role: 'user', text: 'Which word did you get? Answer with that word.' })
}

/** A separate request, without tools and with a short prompt: only then is a schema sent, see `responseFormatOf`. */
export const jsonRequest = (asked: TestSettings): ModelRequest => ({
  ...requestOf(asked, { role: 'user', text: asJson }),
  system: brief,
  tools: [],
  answer,
})

/** The last message shows a picture. */
export const pictureRequest = (asked: TestSettings): ModelRequest =>
  requestOf(asked, { role: 'user', text: 'Which colour has this square? Answer with one word.', images: [picture] })
