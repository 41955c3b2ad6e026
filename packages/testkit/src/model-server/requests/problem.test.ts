import { describe, expect, test } from 'vitest'
import type { DialectName } from '../request.ts'
import { requestProblem } from './problem.ts'

const problem = (dialect: DialectName, body: object, path = '/') =>
  requestProblem({ dialect, body: body as never, path })
const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const { additionalProperties: _, ...open } = closed
const optional = { ...closed, required: [] }
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

describe('a chat request to a reasoning model', () => {
  const ask = (model: string, said: object, path?: string) => {
    const call = { id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }
    const answer = { role: 'assistant', content: null, tool_calls: [call], ...said }
    return problem(
      'chat',
      { model, messages: [user, answer, { role: 'tool', tool_call_id: 'a', content: 'Done.' }] },
      path,
    )
  }

  test.each(['deepseek-v4', 'kimi-k3', 'z-ai/glm-5', 'MiniMax-M3'])(
    'needs the reasoning of %s behind its call',
    (model) => {
      expect(ask(model, {})).toContain('reasoning_content is missing')
      expect(ask(model, { reasoning_content: '' })).toContain('reasoning_content is missing')
      expect(ask(model, { reasoning_content: 'Hm.' })).toBeUndefined()
      expect(ask(model, { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }] })).toBeUndefined()
    },
  )

  test('needs none for a model that does not reason', () => expect(ask('deepseek-chat', {})).toBeUndefined())

  test('must not send reasoning to a host or a model that does not know the field', () => {
    expect(ask('deepseek-r1', { reasoning_content: 'Hm.' }, '/groq/v1/chat/completions')).toContain('not permitted')
    expect(ask('llama', { reasoning_content: 'Hm.' })).toContain('not permitted')
  })
})

test.each([
  ['chat', (schema: object) => ({ response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } })],
  ['responses', (schema: object) => ({ text: { format: { type: 'json_schema', name: 'a', schema } } })],
  ['messages', (schema: object) => ({ output_config: { format: { type: 'json_schema', schema } } })],
] as const)('a schema in a %s request must be closed and complete', (dialect, formOf) => {
  const ask = (schema: object) =>
    problem(dialect, {
      model: 'm',
      ...(dialect === 'responses' ? { input: 'Hi' } : { messages: [user] }),
      ...(dialect === 'messages' && { max_tokens: 5 }),
      ...formOf(schema),
    })
  expect(ask(closed)).toBeUndefined()
  expect(ask(open)).toContain('additionalProperties')
  expect(ask(optional)).toContain('Missing')
  expect(ask({ ...closed, properties: { a: { type: 'array', items: open } } })).toContain('additionalProperties')
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

  test('with thinking must return the thinking behind its last calls', () => {
    const thinks = (content: object[], more: object = {}, ...after: object[]) =>
      problem('messages', {
        model: 'm',
        max_tokens: 5_000,
        thinking: { type: 'enabled', budget_tokens: 4_000 },
        messages: [user, { role: 'assistant', content }, result, ...after],
        ...more,
      })
    expect(thinks([thinking, use])).toBeUndefined()
    expect(thinks([use])).toContain('must start with a thinking block')
    expect(thinks([use], { thinking: { type: 'adaptive' } })).toBeUndefined()
    expect(thinks([use], {}, { role: 'assistant', content: 'Done.' }, user)).toBeUndefined()
    expect(thinks([thinking, use], { max_tokens: 4_000 })).toContain('must be greater')
    expect(thinks([thinking, use], { temperature: 0.3 })).toContain('temperature')
    expect(thinks([thinking, use], { thinking: { type: 'enabled' } })).toContain('field required')
    expect(thinks([thinking, use], { output_config: { effort: 'enormous' } })).toContain('must be one of')
  })

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

test('Google requires as many responses as calls', () => {
  const ask = (...contents: object[]) => problem('gemini', { contents })
  const said = { role: 'user', parts: [{ text: 'Hi' }] }
  const call = { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] }
  const response = { role: 'user', parts: [{ functionResponse: { name: 'read', response: {} } }] }
  expect(ask(said, call, response)).toBeUndefined()
  expect(ask(said, call, said)).toContain('number of function response parts')
  expect(ask(call, response)).toContain('from the user')
})

test("Gemini 3 requires the signature of each answer's first call", () => {
  const said = { role: 'user', parts: [{ text: 'Hi' }] }
  const functionCall = { name: 'read', args: {} }
  const response = { functionResponse: { name: 'read', response: {} } }
  const ask = (model: string, ...parts: object[]) =>
    problem(
      'gemini',
      { contents: [said, { role: 'model', parts }, { role: 'user', parts: parts.map(() => response) }] },
      `/v1beta/models/${model}:streamGenerateContent`,
    )
  expect(ask('gemini-3-pro', { functionCall })).toContain('missing a thought_signature')
  expect(ask('gemini-3-pro', { functionCall, thoughtSignature: 'c2ln' }, { functionCall })).toBeUndefined()
  expect(ask('gemini-2.5-pro', { functionCall })).toBeUndefined()
})

test('Bedrock requires alternating roles and non-empty texts', () => {
  const ask = (...messages: object[]) => problem('converse', { messages })
  const said = { role: 'user', content: [{ text: 'Hi' }] }
  expect(ask(said, { role: 'assistant', content: [{ text: 'Hi' }] }, said)).toBeUndefined()
  expect(ask(said, said)).toContain('alternate')
  expect(ask({ role: 'user', content: [{ text: '' }] })).toMatch(/\S/)
})

test("Bedrock requires the thinking behind a reasoning model's last calls", () => {
  const toolUse = { toolUse: { toolUseId: 'a', name: 'read', input: {} } }
  const ask = (...content: object[]) =>
    problem('converse', {
      messages: [
        { role: 'user', content: [{ text: 'Hi' }] },
        { role: 'assistant', content },
        { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'Done.' }] } }] },
      ],
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 4_000 } },
    })
  expect(ask(toolUse)).toContain('must start with a thinking block')
  expect(ask({ reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } }, toolUse)).toBeUndefined()
})

test('Ollama requires calls as objects in known fields', () => {
  const ask = (more: object) => problem('ollama', { model: 'm', messages: [user], ...more })
  expect(ask({ options: { num_ctx: 4096 } })).toBeUndefined()
  expect(ask({ num_ctx: 4096 })).toContain('not permitted')
  expect(ask({ messages: [{ role: 'developer', content: 'x' }] })).toMatch(/\S/)
})
