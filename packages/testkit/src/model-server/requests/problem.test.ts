import { describe, expect, test } from 'vitest'
import type { DialectName } from '../request.ts'
import { requestProblem } from './problem.ts'

const problem = (dialect: DialectName, body: object) => requestProblem({ dialect, body: body as never })
const user = { role: 'user', content: 'Hi' }
const tool = { type: 'function', function: { name: 'read', parameters: { type: 'object' } } }

describe('a chat request', () => {
  const chat = (...messages: object[]) => problem('chat', { model: 'm', messages })
  const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })
  const answer = (...ids: string[]) => ({ role: 'assistant', content: null, tool_calls: ids.map(call) })
  const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'Done.' })

  test('with everything in its place is accepted', () => {
    expect(chat(user, answer('a', 'b'), result('a'), result('b'), user)).toBeUndefined()
    expect(problem('chat', { model: 'm', messages: [user], tools: [tool], max_tokens: 5 })).toBeUndefined()
  })

  test.each([
    ['an unknown field', { model: 'm', messages: [user], cleverness: 7 }],
    ['no messages', { model: 'm', messages: [] }],
    ['an unknown role', { model: 'm', messages: [{ role: 'wizard', content: 'Hi' }] }],
    ['two limits', { model: 'm', messages: [user], max_tokens: 5, max_completion_tokens: 5 }],
    [
      'a tool without a schema',
      { model: 'm', messages: [user], tools: [{ type: 'function', function: { name: 'a' } }] },
    ],
    ['a temperature that is too high', { model: 'm', messages: [user], temperature: 3 }],
  ])('with %s is refused', (_what, body) => expect(problem('chat', body)).toMatch(/\S/))

  test('whose calls and results do not match is refused', () => {
    expect(chat(user, answer('a'), user)).toContain('no result')
    expect(chat(user, answer('a'))).toContain('no result')
    expect(chat(user, result('a'))).toContain('belongs to no call')
    expect(chat(user, answer('a', 'a'), result('a'))).toContain('same id')
    expect(chat(user, answer('1/ada:c1'), result('1/ada:c1'))).toContain('must match')
  })
})

describe('a request to Anthropic', () => {
  const ask = (...messages: object[]) => problem('messages', { model: 'm', max_tokens: 5, messages })
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
  const use = { type: 'tool_use', id: 'a', name: 'read', input: {} }
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Done.' }] }

  test('with signed thinking first is accepted', () => {
    expect(ask(user, { role: 'assistant', content: [thinking, use] }, result)).toBeUndefined()
  })

  test.each([
    ['unsigned thinking', [{ ...thinking, signature: '' }, use]],
    ['thinking after its call', [use, thinking]],
    ['an input that is not an object', [{ ...use, input: 'x' }]],
    ['an empty text', [{ type: 'text', text: '' }, use]],
  ])('with %s is refused', (_what, content) => expect(ask(user, { role: 'assistant', content }, result)).toMatch(/\S/))

  test('with five cache marks is refused', () => {
    const marked = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } }
    expect(ask({ role: 'user', content: [marked, marked, marked, marked, marked] })).toContain('maximum of 4')
  })

  test('that does not start with the user is refused', () => {
    expect(ask({ role: 'assistant', content: 'Hi' })).toContain('from the user')
  })
})

describe('a Responses request', () => {
  const ask = (...input: object[]) => problem('responses', { model: 'm', store: false, input })
  const call = { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' }
  const result = { type: 'function_call_output', call_id: 'a', output: 'Done.' }
  const sealed = { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'x' }

  test('with sealed reasoning before its call is accepted', () => {
    expect(ask(user, sealed, call, result)).toBeUndefined()
  })

  test('with reasoning that is not sealed, or leads to nothing, is refused', () => {
    expect(ask(user, { type: 'reasoning', id: 'rs', summary: [] }, call, result)).toContain('not persisted')
    expect(ask(user, call, sealed, result)).toContain('without its required following item')
  })

  test('with a call that has no result is refused', () => expect(ask(user, call)).toContain('no result'))
})

test('Google wants as many responses as calls', () => {
  const ask = (...contents: object[]) => problem('gemini', { contents })
  const said = { role: 'user', parts: [{ text: 'Hi' }] }
  const call = { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] }
  const response = { role: 'user', parts: [{ functionResponse: { name: 'read', response: {} } }] }
  expect(ask(said, call, response)).toBeUndefined()
  expect(ask(said, call, said)).toContain('number of function response parts')
  expect(ask(call, response)).toContain('from the user')
})

test('Bedrock wants alternating roles and filled texts', () => {
  const ask = (...messages: object[]) => problem('converse', { messages })
  const said = { role: 'user', content: [{ text: 'Hi' }] }
  expect(ask(said, { role: 'assistant', content: [{ text: 'Hi' }] }, said)).toBeUndefined()
  expect(ask(said, said)).toContain('alternate')
  expect(ask({ role: 'user', content: [{ text: '' }] })).toMatch(/\S/)
})

test('Ollama wants calls as objects in known fields', () => {
  const ask = (more: object) => problem('ollama', { model: 'm', messages: [user], ...more })
  expect(ask({ options: { num_ctx: 4096 } })).toBeUndefined()
  expect(ask({ num_ctx: 4096 })).toContain('not permitted')
  expect(ask({ messages: [{ role: 'developer', content: 'x' }] })).toMatch(/\S/)
})
