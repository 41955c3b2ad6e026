import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noLimits, type RunId, type RunStart, Seat, type SessionId } from '@convene/domain'
import { createEngine } from '@convene/engine'
import { calls, memoryEventLog, memoryOwnership, says, scriptedModel } from '@convene/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../clock/system-clock.ts'
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
import { traces } from './traces.ts'

type WireSpan = {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** An OTLP/HTTP collector on loopback that records what it receives. */
async function collector(status = 200) {
  const spans: WireSpan[] = []
  const services: unknown[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      services.push(resource.attributes.find(({ key }: { key: string }) => key === 'service.name')?.value.stringValue)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(request.url === '/v1/traces' ? status : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, services, server }
}

function runWithRead(): RunStart {
  const seat = Seat.parse({ name: 'Ada', slug: 'ada', prompt: 'You answer.', model: 'test/model', seat: 'agent' })
  const read = { name: 'read', description: '', input: {}, permission: 'read', readOnly: true, timeoutMs: 1_000 }
  const team = {
    name: 'ad hoc',
    slug: 'ad-hoc',
    members: [seat],
    sharedContext: '',
    routingContext: '',
    permissions: {},
  }
  const settings = {
    models: {},
    tools: { read },
    permissions: [{ layer: 'user', rules: { read: 'allow' } }],
    grants: [],
    yes: false,
    interactive: false,
    variables: {},
    mode: {},
  }
  return { id: 'R' as RunId, mode: 'agent', team, settings, limits: noLimits }
}

const appends = recordedAs(
  [1_000, runStarted()],
  [1_010, assigned(root), modelStarted('say1.1', root)],
  [4_000, replied('say1.1', root), used('say1.1', root)],
  [4_000, taskFinished(root, 2_990), runFinished('completed', 'answered')],
)

describe('traces', () => {
  test('arrive at the collector with parents, true times and attributes', async () => {
    const { endpoint, spans, services } = await collector()
    const telemetry = await traces({ endpoint: `${endpoint}/`, content: false })
    for (const append of appends) telemetry.recorded(append)
    await telemetry.flush()

    const [chat, task, run] = spans
    expect(spans.map(({ name }) => name)).toEqual(['chat openai/gpt-5.2', 'invoke_agent ada', 'run agent'])
    expect(chat?.parentSpanId).toBe(task?.spanId)
    expect(task?.parentSpanId).toBe(run?.spanId)
    expect(run?.parentSpanId).toBeUndefined()
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    expect([chat?.startTimeUnixNano, chat?.endTimeUnixNano]).toEqual(['1010000000', '4000000000'])
    expect(chat?.attributes).toContainEqual({ key: 'gen_ai.usage.input_tokens', value: { intValue: 900 } })
    expect(services).toEqual(['convene'])
  })

  test("of a real engine's run are received: the run, its tasks, their calls and their tools", async () => {
    const { endpoint, spans } = await collector()
    const telemetry = await traces({ endpoint, content: false })
    const model = scriptedModel(calls('read', { path: 'a' }), says('Because.'))
    const engine = createEngine({
      model,
      tools: { inspect: async () => [], run: async () => ({ ok: true, output: 'text' }) },
      log: memoryEventLog(),
      ownership: memoryOwnership(),
      clock: systemClock(),
      telemetry: { recorded: telemetry.recorded, log: () => {} },
      abortController: () => new AbortController(),
    })
    const session = 'S' as SessionId
    await engine.resume(session, { type: 'create', goal: 'Why?', workspace: '/', run: runWithRead() })
    await engine.rested(session)
    await telemetry.flush()
    const byName = (name: string) => spans.filter((span) => span.name.startsWith(name))
    const [run, task] = [...byName('run'), ...byName('invoke_agent')]
    expect(
      [byName('run'), byName('invoke_agent'), byName('chat'), byName('execute_tool')].map(({ length }) => length),
    ).toEqual([1, 1, 2, 1])
    expect(task?.parentSpanId).toBe(run?.spanId)
    for (const span of [...byName('chat'), ...byName('execute_tool')]) expect(span.parentSpanId).toBe(task?.spanId)
  })

  test('that no collector accepts are dropped, and the log says so once', async () => {
    const { endpoint, server } = await collector()
    await new Promise((closed) => server.close(closed))
    const lines: string[] = []
    const telemetry = await traces({ endpoint, content: false, withinMs: 100, log: (_level, code) => lines.push(code) })
    for (const append of appends) telemetry.recorded(append)
    await telemetry.flush()
    for (const append of appends) telemetry.recorded(append)
    await telemetry.flush()
    expect(lines).toEqual(['traces_not_delivered'])
  })
})
