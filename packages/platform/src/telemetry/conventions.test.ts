import { fact } from '@convene/domain'
import * as registry from '@opentelemetry/semantic-conventions/incubating'
import { expect, test } from 'vitest'
import { modelAttributes } from './attributes.ts'
import type { Received } from './collector.fixture.ts'
import { histograms } from './metrics.ts'
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
import { listening, tracedRun, tracing } from './traced-run.fixture.ts'

/** What OpenTelemetry publishes, by kind: names of attributes, metrics and events. */
const published = (kind: 'ATTR' | 'METRIC' | 'EVENT'): ReadonlySet<unknown> =>
  new Set(Object.entries(registry).flatMap(([key, name]) => (key.startsWith(`${kind}_`) ? [name] : [])))

/** The published values of an attribute, if it has a list of them. */
const valuesOf = (attribute: string): readonly unknown[] => {
  const key = `${attribute.toUpperCase().replaceAll('.', '_')}_VALUE_`
  return Object.entries(registry).flatMap(([name, value]) => (name.startsWith(key) ? [value] : []))
}

/** In open-telemetry/semantic-conventions-genai, the conventions' new home, but not in the package yet. */
const newer = {
  metrics: ['gen_ai.workflow.duration', 'gen_ai.invoke_agent.duration', 'gen_ai.execute_tool.duration'],
  'gen_ai.operation.name': ['plan'],
  'gen_ai.provider.name': ['moonshot_ai'],
} as const

/** Superseded, but still in the registry. */
const deprecated = ['gen_ai.system', 'gen_ai.prompt', 'gen_ai.completion', 'gen_ai.usage.prompt_tokens']

const planned = { to: 'ada', kind: 'plan', description: 'Plan it.' }
const broken = { effect: 'say1.2', code: 'rate_limited', message: 'Slow down.', retryable: false, outcome: 'failed' }
const verdict = { iteration: 1, score: 0.4, rationale: 'It is thin.', trend: 'stable', by: 'judge', model: 'm' }

/** Everything that can be sent: a team with a plan, a judge and a failure, and an agent that uses a tool. */
async function captured() {
  const { endpoint, ...got } = await listening()
  const content = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'span_and_event' }
  const telemetry = await tracing(endpoint, content)
  const appends = recordedAs(
    [1_000, runStarted()],
    [1_010, fact('task.assigned', planned as never, root), modelStarted('say1.1', root)],
    [4_000, replied('say1.1', root), used('say1.1', root), taskFinished(root, 2_990)],
    [4_000, assigned(root), modelStarted('say1.2', root)],
    [4_500, fact('model.failed', broken as never, root), taskFinished(root, 500)],
    [4_600, fact('evaluation', verdict as never, root), runFinished('failed', 'rate_limited')],
  )
  for (const append of appends) telemetry.recorded(append)
  await telemetry.flush()
  await tracedRun(endpoint, content)
  return got
}

const namesIn = (items: readonly Received[]) => new Set(items.flatMap(({ attributes }) => Object.keys(attributes)))

test('every attribute, metric and event with a standard name is in the published registry', async () => {
  const { spans, metrics, events } = await captured()
  const standard = [...namesIn([...spans, ...metrics, ...events])].filter((name) => !name.startsWith('convene.'))
  expect(standard.length).toBeGreaterThan(30)
  const known = published('ATTR')
  expect(standard.filter((name) => !known.has(name) || deprecated.includes(name))).toEqual([])
  const measured = new Set<unknown>([...published('METRIC'), ...newer.metrics])
  expect(Object.keys(histograms).filter((name) => !measured.has(name))).toEqual([])
  expect(events.filter(({ name }) => !published('EVENT').has(name))).toEqual([])
})

test.each(['gen_ai.operation.name', 'gen_ai.output.type', 'gen_ai.token.type', 'mcp.method.name'])(
  '%s has one of the published values',
  async (attribute) => {
    const { spans, metrics, events } = await captured()
    const allowed = [...valuesOf(attribute), ...(attribute === 'gen_ai.operation.name' ? newer[attribute] : [])]
    expect(allowed.length).toBeGreaterThan(1)
    const used = [...spans, ...metrics, ...events].flatMap(({ attributes }) => attributes[attribute] ?? [])
    expect(used.filter((value) => !allowed.includes(value))).toEqual([])
  },
)

test.each(['anthropic', 'openai', 'azure', 'bedrock', 'google', 'groq', 'deepseek', 'mistral', 'moonshot', 'xai'])(
  'calls to %s name it as the registry does',
  (provider) => {
    const name = 'gen_ai.provider.name'
    expect([...valuesOf(name), ...newer[name]]).toContain(modelAttributes(`${provider}/some-model`)[name])
  },
)

const [INTERNAL, CLIENT, ERROR] = [1, 3, 2]

/** Each span's required attributes, its kind, and how its name ends. */
const spansOf = {
  chat: { kind: CLIENT, named: 'gen_ai.request.model', required: ['gen_ai.provider.name', 'gen_ai.request.model'] },
  invoke_agent: { kind: INTERNAL, named: 'gen_ai.agent.name', required: ['gen_ai.provider.name', 'gen_ai.agent.name'] },
  plan: { kind: INTERNAL, named: 'gen_ai.agent.name', required: ['gen_ai.agent.name'] },
  execute_tool: { kind: INTERNAL, named: 'gen_ai.tool.name', required: ['gen_ai.tool.name'] },
  invoke_workflow: { kind: INTERNAL, named: 'gen_ai.workflow.name', required: ['gen_ai.workflow.name'] },
}

test.each(Object.entries(spansOf))(
  'a %s span has the required name, kind and attributes',
  async (operation, { kind, named, required }) => {
    const { spans } = await captured()
    const own = spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === operation)
    expect(own).not.toEqual([])
    for (const span of own) {
      expect(span).toMatchObject({ kind, name: `${operation} ${span.attributes[named]}` })
      expect(Object.keys(span.attributes)).toEqual(expect.arrayContaining(required))
      const isFailed = (span.status as { readonly code?: number } | undefined)?.code === ERROR
      expect('error.type' in span.attributes).toBe(isFailed)
      expect('server.port' in span.attributes).toBe('server.address' in span.attributes)
    }
  },
)

/** The required attributes of each metric. */
const metricsOf: { readonly [name in keyof typeof histograms]: readonly string[] } = {
  'gen_ai.client.operation.duration': ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model'],
  'gen_ai.client.operation.time_to_first_chunk': ['gen_ai.operation.name', 'gen_ai.provider.name'],
  'gen_ai.client.token.usage': ['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.token.type'],
  'gen_ai.workflow.duration': ['gen_ai.workflow.name'],
  'gen_ai.invoke_agent.duration': ['gen_ai.agent.name'],
  'gen_ai.execute_tool.duration': ['gen_ai.tool.name'],
}

test.each(Object.entries(metricsOf))('%s has its required attributes', async (name, required) => {
  const { metrics } = await captured()
  const own = metrics.filter((point) => point.name === name)
  expect(own).not.toEqual([])
  for (const point of own) expect(Object.keys(point.attributes)).toEqual(expect.arrayContaining([...required]))
})
