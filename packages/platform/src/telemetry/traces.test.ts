import { fact } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { genAiSchemas } from './genai-schemas.fixture.ts'
import { otlpSettings } from './otlp-settings.ts'
import {
  assigned,
  modelStarted,
  recordedAs,
  replied,
  root,
  runFinished,
  runStarted,
  taskFinished,
  used,
} from './recorded-run.fixture.ts'
import { listening, tracedRun, tracing, type Variables } from './traced-run.fixture.ts'

const appends = recordedAs(
  [1_000, runStarted()],
  [1_010, assigned(root), modelStarted('say1.1', root)],
  [4_000, replied('say1.1', root), used('say1.1', root)],
  [4_000, taskFinished(root, 2_990), runFinished('completed', 'answered')],
)

describe('traces', () => {
  test('arrive at the collector with parents, correct times and attributes', async () => {
    const { endpoint, spans, resources } = await listening()
    const telemetry = await tracing(`${endpoint}/`)
    for (const append of appends) telemetry.recorded(append)
    await telemetry.flush()

    const [chat, task, run] = spans
    expect(spans.map(({ name }) => name)).toEqual(['chat gpt-5.2', 'invoke_agent Ada', 'invoke_workflow broadcast'])
    expect(chat?.parentSpanId).toBe(task?.spanId)
    expect(task?.parentSpanId).toBe(run?.spanId)
    expect(run?.parentSpanId).toBeUndefined()
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    expect([chat?.startTimeUnixNano, chat?.endTimeUnixNano]).toEqual(['1010000000', '4000000000'])
    expect(chat?.attributes['gen_ai.usage.input_tokens']).toBe(900)
    expect(resources[0]?.['service.name']).toBe('convene')
  })

  test("of a real engine's run contain the request and who answered, and models and tools learn their place in the trace", async () => {
    const { endpoint, spans } = await listening()
    const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const { asked, ran } = await tracedRun(endpoint, {}, caller)
    expect(spans.map(({ name }) => name)).toEqual(['chat model', 'execute_tool read', 'chat model', 'invoke_agent Ada'])
    const [chat, tool, , agent] = spans
    expect(agent?.parentSpanId).toBe('b7ad6b7169203331')
    expect([chat?.parentSpanId, tool?.parentSpanId]).toEqual([agent?.spanId, agent?.spanId])
    expect(asked[0]).toBe(`00-0af7651916cd43dd8448eb211c80319c-${chat?.spanId}-01`)
    expect(ran[0]?.trace).toBe(`00-0af7651916cd43dd8448eb211c80319c-${tool?.spanId}-01`)
    expect(chat?.attributes).toMatchObject({
      'gen_ai.request.max_tokens': expect.any(Number),
      'gen_ai.request.stream': true,
      'gen_ai.response.id': 'chatcmpl-1',
      'gen_ai.response.model': 'model-2026',
      'gen_ai.response.time_to_first_chunk': expect.any(Number),
      'gen_ai.response.finish_reasons': ['tool_call'],
      'server.address': '127.0.0.1',
      'server.port': 8080,
    })
    expect(tool?.attributes).toMatchObject({ 'gen_ai.tool.type': 'function', 'gen_ai.tool.description': 'Reads.' })
    expect(Object.keys(chat?.attributes ?? {})).not.toContain('gen_ai.system')
    expect(JSON.stringify(spans)).not.toMatch(/Why\?|Because|Let me think|You answer/u)
  })

  test.each([{ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' }, { CONVENE_TRACE_CONTENT: '1' }])(
    'with $OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT$CONVENE_TRACE_CONTENT contain the conversation in the format of the published schemas',
    async (variables) => {
      const { endpoint, spans, events } = await listening()
      await tracedRun(endpoint, variables as unknown as Variables)
      const [first, , second] = spans
      for (const [name, schema] of Object.entries(genAiSchemas))
        for (const span of [first, second]) schema.parse(JSON.parse(String(span?.attributes[name])))
      expect(JSON.parse(String(first?.attributes['gen_ai.output.messages']))).toMatchObject([
        { parts: [{ type: 'reasoning' }, { type: 'tool_call', name: 'read', arguments: { path: 'a' } }] },
      ])
      expect(JSON.parse(String(second?.attributes['gen_ai.input.messages'])).at(-1)).toMatchObject({
        role: 'tool',
        parts: [{ type: 'tool_call_response', response: 'text' }],
      })
      expect(events).toEqual([])
    },
  )
})

test('a conversation sent as events is data there, and not on the spans', async () => {
  const { endpoint, spans, events } = await listening()
  await tracedRun(endpoint, { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'event_only' })
  expect(events.map(({ name }) => name)).toEqual(Array(2).fill('gen_ai.client.inference.operation.details'))
  for (const event of events) {
    expect(event).toMatchObject({ traceId: spans[0]?.traceId })
    for (const [name, schema] of Object.entries(genAiSchemas)) schema.parse(event.attributes[name])
  }
  expect(JSON.stringify(spans)).not.toContain('Because')
})

test("a judge's verdict is an evaluation event, with its reasons only if text is enabled", async () => {
  const evaluation = { iteration: 1, score: 0.4, rationale: 'It is thin.', trend: 'stable', by: 'judge', model: 'm' }
  const verdict = recordedAs([1, fact('evaluation', evaluation as never, root)])
  const explanations = await Promise.all(
    ['0', '1'].map(async (CONVENE_TRACE_CONTENT) => {
      const { endpoint, events } = await listening()
      const telemetry = await tracing(endpoint, { CONVENE_TRACE_CONTENT })
      for (const append of verdict) telemetry.recorded(append)
      await telemetry.flush()
      expect(events).toMatchObject([
        {
          name: 'gen_ai.evaluation.result',
          attributes: { 'gen_ai.evaluation.score.value': 0.4, 'gen_ai.evaluation.score.label': 'fail' },
        },
      ])
      return events[0]?.attributes['gen_ai.evaluation.explanation']
    }),
  )
  expect(explanations).toEqual([undefined, 'It is thin.'])
})

test('metrics are the durations and tokens of the same spans, with the boundaries of the conventions', async () => {
  const { endpoint, metrics } = await listening()
  const telemetry = await tracing(endpoint)
  for (const append of appends) telemetry.recorded(append)
  await telemetry.flush()
  const shown = metrics.map(({ name, unit, sum, attributes }) => [name, unit, sum, attributes['gen_ai.token.type']])
  expect(shown.toSorted()).toEqual([
    ['gen_ai.client.operation.duration', 's', 2.99, undefined],
    ['gen_ai.client.token.usage', '{token}', 40, 'output'],
    ['gen_ai.client.token.usage', '{token}', 900, 'input'],
    ['gen_ai.invoke_agent.duration', 's', 2.99, undefined],
    ['gen_ai.workflow.duration', 's', 3, undefined],
  ])
  const [duration] = metrics.filter(({ name }) => name === 'gen_ai.client.operation.duration')
  expect(duration?.explicitBounds).toHaveLength(14)
  expect(duration?.attributes).toEqual({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
  })
})

test('what no collector accepts is dropped, and logged once per signal', async () => {
  const { endpoint, server } = await listening()
  await new Promise((closed) => server.close(closed))
  const lines: string[] = []
  const within = { OTEL_EXPORTER_OTLP_TIMEOUT: '100' }
  const telemetry = await tracing(endpoint, within, (_level, code) => lines.push(code))
  for (let round = 0; round < 2; round += 1) {
    for (const append of appends) telemetry.recorded(append)
    await telemetry.flush()
  }
  expect(lines.toSorted()).toEqual(['metrics_not_delivered', 'traces_not_delivered'])
})

test('the standard variables name the service, and send each signal to its address or nowhere', async () => {
  const [one, other] = [await listening(), await listening()]
  const telemetry = await tracing(one.endpoint, {
    OTEL_SERVICE_NAME: 'review-bot',
    OTEL_RESOURCE_ATTRIBUTES: 'team=a%20b,service.name=ignored,broken,bad=%E0%A4',
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${other.endpoint}/custom`,
    OTEL_LOGS_EXPORTER: 'none',
  })
  for (const append of appends) telemetry.recorded(append)
  await telemetry.flush()
  expect([one.paths, other.paths]).toEqual([['/v1/traces'], ['/custom']])
  expect(one.resources[0]).toMatchObject({ 'service.name': 'review-bot', team: 'a b' })
  expect(one.resources[0]).not.toHaveProperty('bad')
})

test.each([
  {},
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'not an address' },
  { OTEL_SERVICE_NAME: 'x', TRACEPARENT: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
])('nothing is sent with %o', (environment) => {
  expect(otlpSettings(environment)).toBeUndefined()
})
