import { type Command, noLimits, type RunId, type RunStart, Seat } from '@convene/domain'
import {
  createEngine,
  type Engine,
  type EventLog,
  type ModelPart,
  type Ownership,
  silentTelemetry,
} from '@convene/engine'
import { systemClock } from '@convene/platform'

const seat = Seat.parse({ name: 'Ada', slug: 'ada', prompt: 'You answer.', model: 'bench/x', seat: 'agent' })
const team = { name: 'ad hoc', slug: 'ad-hoc', members: [seat], sharedContext: '', routingContext: '', permissions: {} }
const more = { models: {}, tools: {}, permissions: [], grants: [], variables: {}, mode: {} }

/** Starts a session in which one agent answers. */
export function oneAgent(number: number, models: RunStart['settings']['models'] = {}) {
  const settings = { ...more, models, yes: false, interactive: false, startedBy: 'user' as const }
  const run = { id: `run-${number}` as RunId, mode: 'agent', team, settings, limits: noLimits }
  return { type: 'create', goal: `Question ${number}`, workspace: '/', run } as const satisfies Command
}

type Parts = { readonly log: EventLog; readonly ownership: Ownership }

/** An engine whose model answers at once. If `holds` returns a promise, the answer ends only after that. */
export function answering(
  { log, ownership }: Parts,
  holds: () => Promise<unknown> | undefined = () => undefined,
): Engine {
  return createEngine({
    model: {
      async *stream(): AsyncGenerator<ModelPart> {
        yield { type: 'text', text: 'A short answer.' }
        await holds()
        yield { type: 'finish', finish: 'stop', usage: { input: 10, cached: 0, output: 4 } }
      },
    },
    tools: { inspect: async () => [], run: async () => ({ ok: false, output: '' }) },
    log,
    ownership,
    clock: systemClock(),
    telemetry: silentTelemetry,
    abortController: () => new AbortController(),
  })
}
