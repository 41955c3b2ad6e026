import type { Json } from '@convene/domain'
import type { Fault } from '../reply.ts'
import type { DialectName } from '../request.ts'

/** A 400 that says why, in the dialect's own form. */
export const refusal = (message: string): Fault => ({
  kind: 'fault',
  name: 'refused',
  send: (wire) => wire.json(400, bodyOf(wire.dialect.name, message)),
})

function bodyOf(dialect: DialectName, message: string): Json {
  switch (dialect) {
    case 'messages':
      return { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_scripted' }
    case 'gemini':
      return { error: { code: 400, message, status: 'INVALID_ARGUMENT' } }
    case 'converse':
      return { message }
    case 'ollama':
      return { error: message }
    default:
      return { error: { message, type: 'invalid_request_error', param: null, code: null } }
  }
}
