import { noLimits, type RunId, type RunStart, Seat, type SessionId } from '@convene/domain'
import { createEngine, type Model, type ToolRequest } from '@convene/engine'
import { calls, memoryEventLog, memoryOwnership, says, scriptedModel } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { systemClock } from '../clock/system-clock.ts'
import { collector } from './collector.fixture.ts'
import { otlpSettings } from './otlp-settings.ts'
import { traces } from './traces.ts'

export type Variables = { readonly [name: string]: string }

/** A collector that is closed after the test. */
export async function listening(status = 200) {
  const made = await collector(status)
  onTestFinished(() => void made.close())
  return made
}

/** Telemetry that sends to this collector. */
export async function tracing(
  endpoint: string,
  variables: Variables = {},
  log?: (level: string, code: string) => void,
) {
  const settings = otlpSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...variables })
  if (!settings) throw new Error('nothing is to be sent')
  return traces(settings, log)
}

function runWithRead(trace?: string): RunStart {
  const seat = Seat.parse({ name: 'Ada', slug: 'ada', prompt: 'You answer.', model: 'test/model', seat: 'agent' })
  const read = { name: 'read', description: 'Reads.', input: {}, permission: 'read', readOnly: true, timeoutMs: 1_000 }
  const team = { name: 'x', slug: 'ad-hoc', members: [seat], sharedContext: '', routingContext: '', permissions: {} }
  const settings = {
    models: {},
    tools: { read },
    permissions: [{ layer: 'user', rules: { read: 'allow' } }],
    grants: [],
    yes: false,
    startedBy: 'user' as const,
    interactive: false,
    variables: {},
    mode: {},
    ...(trace && { trace }),
  }
  return { id: 'R' as RunId, mode: 'agent', team, settings, limits: noLimits }
}

/** A run on a real engine: one tool call, then an answer. Records the input of the model and the tools. */
export async function tracedRun(endpoint: string, variables: Variables = {}, trace?: string) {
  const telemetry = await tracing(endpoint, variables)
  const asked: (string | undefined)[] = []
  const ran: ToolRequest[] = []
  const scripted = scriptedModel(calls('read', { path: 'a' }), says('Because.'))
  const model: Model = {
    async *stream(request, signal) {
      asked.push(request.trace)
      yield { type: 'reasoning', text: 'Let me think.' }
      for await (const part of scripted.stream(request, signal))
        yield part.type === 'finish'
          ? { ...part, response: { id: 'chatcmpl-1', model: 'model-2026', address: 'http://127.0.0.1:8080/v1' } }
          : part
    },
  }
  const tools = {
    inspect: async () => [],
    run: async (call: ToolRequest) => {
      ran.push(call)
      return { ok: true, output: 'text' }
    },
  }
  const ports = { model, tools }
  const engine = createEngine({
    ...(telemetry.observe?.(ports) ?? ports),
    log: memoryEventLog(),
    ownership: memoryOwnership(),
    clock: systemClock(),
    telemetry,
    abortController: () => new AbortController(),
  })
  const session = 'S' as SessionId
  await engine.resume(session, { type: 'create', goal: 'Why?', workspace: '/', run: runWithRead(trace) })
  await engine.rested(session)
  await telemetry.flush()
  return { asked, ran }
}
