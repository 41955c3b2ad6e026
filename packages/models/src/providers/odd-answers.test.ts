import { expect, test } from 'vitest'
import { modelsAt, partsOf, requestOf, textOf } from './models.fixture.ts'

const sse = (...events: readonly (object | string)[]): Response =>
  new Response(
    events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join(''),
    { headers: { 'content-type': 'text/event-stream' } },
  )
const json = (value: object, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })

/** What a model's answer is read as, and how many requests it took. */
async function read(model: string, answer: () => Response) {
  let requests = 0
  const fetch = async () => {
    requests += 1
    return answer()
  }
  const parts = await partsOf(
    modelsAt('http://example.test', { fetch }).stream(requestOf(model), new AbortController().signal),
  )
  return { text: textOf(parts), last: parts.at(-1), requests }
}

const gemini = (text: string, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, ...more }],
})

test('an answer of Gemini whose token details lack a count is kept', async () => {
  const usageMetadata = {
    promptTokenCount: 9,
    candidatesTokenCount: 2,
    totalTokenCount: 11,
    promptTokensDetails: [{ modality: 'TEXT' }],
    candidatesTokensDetails: [{ modality: 'TEXT', tokenCount: 2 }],
  }
  const { text, last } = await read('google/gemini-test', () =>
    sse({ ...gemini('Apples '), usageMetadata }, { ...gemini('are red.', { finishReason: 'STOP' }), usageMetadata }),
  )
  expect(text).toBe('Apples are red.')
  expect(last).toMatchObject({ type: 'finish', finish: 'stop', usage: { input: 9, output: 2 } })
})

test('a wrong key of xAI is a problem with the key, not with the request', async () => {
  const body = {
    code: 'Client specified an invalid argument',
    error: 'Incorrect API key provided: xa***ab. You can obtain an API key from https://console.x.ai.',
  }
  expect((await read('local/grok', () => json(body, 400))).last).toMatchObject({ type: 'failed', code: 'unauthorized' })
})

const said = (content: string, finish: string | null = null) => ({
  choices: [{ index: 0, delta: { content }, finish_reason: finish }],
})
const usage = { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 }

test.each([
  ['with a count at the end', [said('Apples ', ''), { ...said('are red.', ''), usage }]],
  ['with an end marker', [said('Apples ', ''), said('are red.', ''), '[DONE]']],
  ['before the real one', [said('Apples ', ''), said('are red.', ''), said('', 'stop')]],
])('a stream with an empty finish reason, %s, is a whole answer', async (_how, events) => {
  for (const model of ['local/snowflake', 'mistral/mistral-test']) {
    if (model.startsWith('mistral') && events.at(-1) !== '[DONE]') continue
    const { text, last } = await read(model, () => sse(...events))
    expect([text, last]).toMatchObject(['Apples are red.', { type: 'finish', finish: 'stop' }])
  }
})

test('a document with an empty finish reason is a whole answer', async () => {
  const document = {
    choices: [{ index: 0, message: { role: 'assistant', content: 'Red.' }, finish_reason: '' }],
    usage,
  }
  expect(await read('local/snowflake', () => json(document))).toMatchObject({ text: 'Red.', last: { finish: 'stop' } })
})

test('a stream with empty finish reasons that breaks off is not taken for an answer', async () => {
  expect((await read('local/snowflake', () => sse(said('Apples ', '')))).last).toMatchObject({
    type: 'failed',
    code: 'stream_truncated',
  })
})

test('two messages of one answer are two paragraphs, also in a document', async () => {
  const message = (id: string, text: string) => ({
    ...{ type: 'message', id, status: 'completed', role: 'assistant' },
    content: [{ type: 'output_text', text, annotations: [] }],
  })
  const response = {
    ...{ id: 'r', object: 'response', created_at: 1, model: 'gpt-test', status: 'completed' },
    output: [message('m1', 'I looked it up.'), message('m2', 'Apples are red.')],
    usage: { input_tokens: 9, output_tokens: 4 },
  }
  const { text, requests } = await read('openai/gpt-test', () => json(response))
  expect([text, requests]).toEqual(['I looked it up.\n\nApples are red.', 1])
})

test('one event that is not JSON leaves a visible gap, and is not paid for twice', async () => {
  const { text, last, requests } = await read('local/m', () =>
    sse(said('Apples '), '{"choices":[{"delta":{"content":"are', said(' red.', 'stop'), '[DONE]'),
  )
  expect([text, last, requests]).toMatchObject(['Apples […] red.', { type: 'finish', finish: 'stop' }, 1])
})

test('an answer of which only a gap arrived is an empty one', async () => {
  const { last } = await read('local/m', () => sse('oops', said('', 'stop'), '[DONE]'))
  expect(last).toMatchObject({ type: 'failed', code: 'empty_reply' })
})

test('an event that could be part of a call still ends the answer', async () => {
  const { last } = await read('local/m', () =>
    sse(said('I look.'), '{"choices":[{"delta":{"tool_calls":[{"index":0,', said('', 'stop'), '[DONE]'),
  )
  expect(last).toMatchObject({ type: 'failed', code: 'protocol' })
})
