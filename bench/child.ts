import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contender, fromThreads, type Service, SYSTEM, type Thread } from './contenders/contender.ts'

/** Runs one contender with one workload in a separate process, and prints the measurements as JSON. */
const contenders: Record<string, () => Promise<(service: Service) => Promise<Contender>>> = {
  'raw fetch': async () => (await import('./contenders/raw-fetch.ts')).rawFetch,
  doStream: async () => (await import('./contenders/do-stream.ts')).doStream,
  streamText: async () => (await import('./contenders/stream-text.ts')).sdkStreamText,
  convene: async () => (await import('./contenders/convene.ts')).convene,
  'raw fetch + SQLite': async () => (await import('./contenders/raw-fetch.ts')).rawWithLog,
  'OpenAI Agents': () => peer('openai-agents'),
  'LangGraph.js': () => peer('langgraph'),
  Mastra: () => peer('mastra'),
}

type Peer = { open(service: Service & { system: string }): Promise<{ thread: (options?: object) => Thread }> }

/** Another framework, from the folder where `npm run bench:peers` installed it. */
async function peer(name: string): Promise<(service: Service) => Promise<Contender>> {
  const { open } = (await import(new URL(`../.cache/peers/contenders/${name}.mjs`, import.meta.url).href)) as Peer
  return async (service) => fromThreads((await open({ ...service, system: SYSTEM })).thread)
}

const [name = '', workload = '', url = '', model = '', repeat = '1'] = process.argv.slice(2)

const many = async (count: number, work: () => Promise<void>) => {
  await Promise.all(Array.from({ length: count }, work))
}

const never = () => Promise.reject(new Error(`${name} does not support loops`))

type Workload = {
  readonly calls: number
  /** Not measured. The function it returns is called instead of `work`. */
  prepare?(contender: Contender): Promise<() => Promise<void>>
  work?(contender: Contender): Promise<void>
}

const SMALL = { turns: 5, calls: 12 }
const LARGE = { turns: 18, calls: 33 }

const workloads: Record<string, Workload> = {
  'single call': { calls: 1, work: (contender) => contender.conversation(1) },
  '5-call loop': { calls: 5, work: (contender) => contender.conversation(5) },
  '4 agents × 6 rounds': { calls: 24, work: (contender) => contender.team(4, 6) },
  '200 at once': { calls: 200, work: (contender) => many(200, () => contender.conversation(1)) },
  'plan, 4 members, synthesis, evaluation × 10': { calls: 70, work: (contender) => contender.loop(4, 10) },
  '200 panels': { calls: 2_400, work: (contender) => many(200, () => contender.panel?.(SMALL) ?? never()) },
  'turn at 2,000 messages': { calls: 1, prepare: (contender) => contender.longConversation(2_000) },
  'five tools, one answer': { calls: 6, work: (contender) => contender.tools() },
  'panel, 12 calls': { calls: 12, work: (contender) => contender.panel?.(SMALL) ?? contender.team(3, 4) },
  'panel, 33 calls': { calls: 33, work: (contender) => contender.panel?.(LARGE) ?? contender.team(3, 11) },
  'turn at 100 messages': { calls: 1, prepare: (contender) => contender.longConversation(100) },
  '200 loops of 5': { calls: 1_000, work: (contender) => many(200, () => contender.conversation(5)) },
}

const folder = mkdtempSync(join(tmpdir(), 'convene-bench-'))
const chosen = workloads[workload]
const make = await contenders[name]?.()
if (!chosen || !make) throw new Error(`Unknown contender or workload: ${name}, ${workload}`)
const contender = await make({ url, model, folder })
const work = (await chosen.prepare?.(contender)) ?? (() => chosen.work?.(contender))
const times = Number(repeat)
const warmUp = Math.max(1, Math.ceil(Math.min(times, 500 / chosen.calls)))
for (let index = 0; index < warmUp; index++) await work()

const commits = contender.commits()
const cpu = process.cpuUsage()
const start = performance.now()
for (let index = 0; index < times; index++) await work()
const wallMs = performance.now() - start
const { user, system } = process.cpuUsage(cpu)
const calls = chosen.calls * times
const memoryMiB = process.memoryUsage().rss / 2 ** 20
await contender.close()
const keptKiB = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1_024
console.log(
  JSON.stringify({
    memoryMiB,
    keptKiB: keptKiB / (warmUp + times),
    cpuMsPerCall: (user + system) / 1_000 / calls,
    wallMsPerCall: wallMs / calls,
    wallMs: wallMs / times,
    callsPerSecond: (calls / wallMs) * 1_000,
    commitsPerCall: (contender.commits() - commits) / calls,
  }),
)
rmSync(folder, { recursive: true, force: true })
process.exit(0)
