import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunStart, type Session, SessionId } from '@convene/domain'
import { createEngine, type EventLog, type Model, silentTelemetry, type ToolHost } from '@convene/engine'
import { providerModels } from '@convene/models'
import { systemClock } from '@convene/platform'
import { openStore } from '@convene/store'

/** Runs or resumes one session to its end, and kills itself, without warning, at the given journal point. */
const [home = '', url = '', killAt = '0'] = process.argv.slice(2)
const session = SessionId.parse('01KE0000000000000000000001')
let passed = 0

function point(): void {
  passed += 1
  if (passed === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

function journaled(log: EventLog): EventLog {
  const append: EventLog['append'] = async (...args) => {
    point()
    await log.append(...args)
    point()
  }
  return new Proxy(log, { get: (target, name) => (name === 'append' ? append : bound(target, name as keyof EventLog)) })
}

function bound(log: EventLog, name: keyof EventLog): unknown {
  const member = log[name]
  return typeof member === 'function' ? member.bind(log) : member
}

const provider = { type: 'openai-compatible', baseURL: `${url}/v1`, apiKey: 'none' }
const models = providerModels({ providers: { alpha: provider } }, {})
const model: Model = {
  async *stream(request, signal) {
    point()
    for await (const part of models.stream(request, signal)) {
      point()
      yield part
    }
  },
}

const tools: ToolHost = {
  inspect: async ({ tool }) => [{ permission: tool, target: tool }],
  async run({ tool, agent }) {
    point()
    if (tool === 'write') appendFileSync(join(home, 'notes.txt'), `${agent}\n`)
    point()
    return { ok: true, output: `${tool} worked.` }
  },
}

const awake = setInterval(() => {}, 1_000)
const { log, ownership, close } = openStore(home)
const engine = createEngine({
  log: journaled(log),
  ownership,
  model,
  tools,
  clock: systemClock(),
  telemetry: silentTelemetry,
  abortController: () => new AbortController(),
})
const run = JSON.parse(readFileSync(join(home, 'run.json'), 'utf8')) as RunStart
const known: Session | undefined = await engine.state(session)
await engine.resume(session, known ? undefined : { type: 'create', goal: 'Ship on Friday?', workspace: home, run })
await engine.rested(session)
await engine.close()
await close()
clearInterval(awake)
process.stdout.write(String(passed))
