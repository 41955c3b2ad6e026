import type { Json } from '@convene/domain'
import { heldInChat } from './held/chat.ts'
import { heldInConverse } from './held/converse.ts'
import { heldInGemini } from './held/gemini.ts'
import { fields, type Held, string } from './held/held.ts'
import { heldInMessages } from './held/messages.ts'
import { heldInResponses } from './held/responses.ts'
import { bytesOf, type Recording } from './recording.ts'

/** What an answer must be read as. `says` are the provider's words that a failure message must contain. */
export type Expected =
  | {
      readonly kind: 'answer'
      readonly text: string
      readonly calls: readonly { readonly tool: string; readonly input: Json }[]
      readonly usage: Held['usage']
      readonly finish: 'stop' | 'tools' | 'length'
    }
  | { readonly kind: 'failure'; readonly codes: readonly string[]; readonly says: string }

const STOPPED = new Set(['stop', 'end_turn', 'stop_sequence', 'tool_use', 'tool_calls', 'completed', 'eos'])
const CUT = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length'])
const FILTERED = new Set(['content_filter', 'content_filtered', 'safety', 'refusal', 'guardrail_intervened'])

export function expectedOf(recording: Recording): Expected {
  if (recording.kind === 'error') return refusedWith(recording.status, bytesOf(recording).toString('utf8'))
  const held = readable(recording)
  // A gateway that echoes the request, with status 200.
  if (!held) return failure('protocol', 'stream_truncated')
  const { text, calls, finish, error } = held
  // A provider that reports zero tokens has not counted.
  const usage = held.usage && held.usage.input + held.usage.output > 0 ? held.usage : null
  if (error !== undefined) return { kind: 'failure', codes: ['protocol', 'server_error', 'bad_request'], says: error }
  const end = finish.toLowerCase()
  if (FILTERED.has(end)) return failure('refused')
  if (CUT.has(end)) return { kind: 'answer', text, calls, usage, finish: 'length' }
  if (!STOPPED.has(end)) return failure(end === '' ? 'stream_truncated' : 'protocol')
  if (calls.length > 0) return { kind: 'answer', text, calls, usage, finish: 'tools' }
  return text.trim() === '' ? failure('empty_reply') : { kind: 'answer', text, calls, usage, finish: 'stop' }
}

const failure = (...codes: readonly string[]): Expected => ({ kind: 'failure', codes, says: '' })

function readable(recording: Recording): Held | undefined {
  try {
    return heldIn(recording)
  } catch {
    return undefined
  }
}

function heldIn(recording: Recording): Held {
  const bytes = bytesOf(recording)
  const isStream = recording.kind === 'stream'
  const text = bytes.toString('utf8')
  if (recording.dialect === 'anthropic') return heldInMessages(text, isStream)
  if (recording.dialect === 'bedrock') return heldInConverse(bytes, isStream)
  if (recording.dialect === 'google') return heldInGemini(text, isStream)
  return recording.dialect === 'responses' ? heldInResponses(text, isStream) : heldInChat(text, isStream)
}

/** By status, and by wording for providers that answer everything with 400. */
function refusedWith(status: number, body: string): Expected {
  const says = wordsIn(body)
  const named: Readonly<Record<number, readonly string[]>> = {
    401: ['unauthorized'],
    403: ['unauthorized'],
    404: ['not_found'],
    429: ['rate_limited'],
  }
  return { kind: 'failure', codes: named[status] ?? codesOf400(body), says }
}

function codesOf400(body: string): readonly string[] {
  if (/too long|context (length|window)|maximum number of tokens/i.test(body)) return ['context_overflow']
  if (/API_KEY_INVALID|API key not valid/.test(body)) return ['unauthorized']
  if (/does not exist|model identifier is invalid/i.test(body)) return ['not_found']
  if (/tool_use_failed/.test(body)) return ['protocol']
  return ['bad_request']
}

/** The sentence in an error, whichever form it has. */
function wordsIn(body: string): string {
  try {
    const parsed = fields(JSON.parse(body) as Json)
    const error = fields(parsed.error)
    const raw = string(fields(error.metadata).raw)
    return raw || string(error.message) || string(parsed.error) || string(parsed.message) || string(parsed.detail)
  } catch {
    return ''
  }
}
