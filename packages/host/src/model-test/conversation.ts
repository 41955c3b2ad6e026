import { createHash } from 'node:crypto'
import {
  type CallId,
  type Image,
  type Json,
  type Line,
  listOf,
  type ModelRequest,
  type SessionId,
  type ToolSpec,
} from '@convene/domain'

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

const system = [
  'You take part in a test of a connection. Do exactly what each message asks, and be brief.',
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
const ask: Line = { role: 'user', text: 'Call the tool echo with the word banana. Say nothing else.' }

/** What the second message asks for, as a schema. */
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
  'Which fruit did the tool repeat, and how many letters has it? Answer with one JSON object: {"fruit": "…", "letters": 0}'

type Asked = Pick<ModelRequest, 'model' | 'workspace' | 'reasoning' | 'thinking' | 'maxOutput'>

const requestOf = (asked: Asked, ...lines: readonly Line[]): ModelRequest => ({
  ...asked,
  session: 'model-test' as SessionId,
  system,
  lines: listOf(...lines),
  tools: [echo],
  idleMs: 60_000,
  directory: asked.workspace,
  agent: 'model-test',
  conversation: 'model-test',
})

/** The first message: a tool is to be called. */
export const toolRequest = (asked: Asked): ModelRequest => requestOf(asked, ask)

/** The second message continues the first, so that its beginning can come from the provider's cache. */
export function jsonRequest(
  asked: Asked,
  said: { readonly text: string; readonly calls: readonly Json[] },
): ModelRequest {
  const [input] = said.calls
  const before: readonly Line[] =
    input === undefined
      ? [{ role: 'assistant', text: said.text || 'banana', calls: [] }]
      : [
          { role: 'assistant', text: said.text, calls: [{ id: CALL, tool: 'echo', input }] },
          { role: 'tool', call: CALL, tool: 'echo', ok: true, output: 'banana' },
        ]
  return { ...requestOf(asked, ask, ...before, { role: 'user', text: asJson }), answer }
}

/** The last message shows a picture. */
export const pictureRequest = (asked: Asked): ModelRequest =>
  requestOf(asked, { role: 'user', text: 'Which colour has this square? Answer with one word.', images: [picture] })
