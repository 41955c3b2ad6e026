import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noLimits, type RunId, Seat, type SessionId } from '@convene/domain'
import { createEngine, type ModelPart, silent } from '@convene/engine'
import { systemClock } from '@convene/platform'
import { openStore } from '@convene/store'

const SESSIONS = 10_000
const folder = mkdtempSync(join(tmpdir(), 'convene-bench-'))
const store = openStore(folder)
const engine = createEngine({
  model: {
    async *stream(): AsyncGenerator<ModelPart> {
      yield { type: 'text', text: 'A short answer.' }
      yield { type: 'finish', finish: 'stop', usage: { input: 10, cached: 0, output: 4 } }
    },
  },
  tools: { inspect: async () => [], run: async () => ({ ok: false, output: '' }) },
  log: store.log,
  ownership: store.ownership,
  clock: systemClock(),
  telemetry: silent,
  abortController: () => new AbortController(),
})
const seat = Seat.parse({ name: 'Ada', slug: 'ada', prompt: 'You answer.', model: 'bench/x', seat: 'agent' })
const team = { name: 'ad hoc', slug: 'ad-hoc', members: [seat], sharedContext: '', routingContext: '', permissions: {} }
const settings = {
  models: {},
  tools: {},
  permissions: [],
  grants: [],
  yes: false,
  interactive: false,
  variables: {},
  mode: {},
}

const session = async (number: number) => {
  const id = `session-${number}` as SessionId
  const run = { id: `run-${number}` as RunId, mode: 'agent', team, settings, limits: noLimits }
  await engine.resume(id, { type: 'create', goal: `Question ${number}`, workspace: '/', run })
  await engine.rested(id)
}
const inGroups = async (from: number, to: number) => {
  for (let first = from; first < to; first += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => session(first + index)))
}
const heap = () => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

await inGroups(0, 1_000)
const before = heap()
await inGroups(1_000, 1_000 + SESSIONS)
console.log(JSON.stringify({ megabytes: Math.max(0, heap() - before) / 1_048_576, live: engine.live }))
await engine.close()
await store.close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
