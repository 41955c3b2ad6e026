import { estimateTokens, items, type Usage } from '@convene/domain'
import type { AbortSignal, FailureCode, Model, ModelPart } from '@convene/engine'
import { drawCalls, isStuck, reportOf, secretOf } from './drawn-calls.ts'
import type { Host } from './host.ts'
import { loopAnswer } from './loop-lines.ts'
import { panelAnswer } from './panel-lines.ts'
import { planAnswer } from './plan-lines.ts'
import { checkRequest } from './request-checks.ts'
import { orAborted } from './simulated-tools.ts'
import type { Performance, TracedRequest, World } from './world.ts'

const behaviours = {
  answers: 50,
  wantsTools: 34,
  fails: 8,
  failsMidway: 3,
  breaksOff: 3,
  hangs: 2,
  keepsAlive: 2,
  saysNothing: 3,
  isCut: 2,
  ignoresAbort: 1,
  throws: 1,
  isDown: 0,
} as const

type Behaviour = keyof typeof behaviours
type Parts = AsyncGenerator<ModelPart, void, undefined>

type Call = {
  readonly process: Host
  readonly world: World
  readonly request: TracedRequest
  readonly signal: AbortSignal
}

const failures: { readonly [code in Exclude<FailureCode, 'circuit_open' | 'over_budget'>]: boolean } = {
  rate_limited: true,
  overloaded: true,
  server_error: true,
  timeout: true,
  network: true,
  stream_truncated: true,
  protocol: false,
  unauthorized: false,
  not_found: false,
  bad_request: false,
  refused: false,
  context_overflow: false,
  empty_reply: true,
  not_configured: false,
}

/** A model that does everything a provider has ever done wrong, and records its requests. */
export function simulatedModel(process: Host): Model {
  return {
    async *stream(request, signal) {
      const { world } = process
      const call = { process, world, request: request as TracedRequest, signal }
      const performance = begin(call)
      try {
        const said = world.persona?.(call.request)
        if (!said) return yield* behave(call, behaviourOf(call))
        await pause(call, 1_000)
        yield* said
      } finally {
        performance.over = true
      }
    },
  }
}

/** A provider that is down is down for every session: that is what circuit breakers are for. */
function behaviourOf({ world, request }: Call): Behaviour {
  if (world.calm) return world.random.chance(urge(request)) ? 'wantsTools' : 'answers'
  const isDown = world.clock.ticks() < world.providerDownUntil && request.model.startsWith('alpha/')
  if (isDown) return 'isDown'
  return world.random.chance(urge(request)) ? 'wantsTools' : world.random.weighted(behaviours)
}

/**
 * How likely it is to call tools. Agents that can delegate do so even after faults are over, but less the longer they
 * talk.
 */
function urge(request: TracedRequest): number {
  const { tools, lines } = request
  const hands = tools.some(({ name }) => name === 'delegateWork' || name === 'task')
  return Math.max(isStuck(request) ? 0.6 : 0, hands ? 0.8 / lines.size : 0)
}

/** Intent before effect, and nothing already recorded is asked again. */
function begin({ process, world, request, signal }: Call): Performance {
  const { session, effect } = request
  const ledger = world.ledger(session)
  if (!ledger.started.has(effect))
    world.violate('I2 intent before effect', `${effect} was called before its intent was stored`, session)
  if (ledger.ended.has(effect) && world.owns(process.name, session))
    world.violate('I2 nothing recorded is paid again', `${effect} was called, and its end is stored`, session)
  if (world.calls.some((call) => call.session === session && call.key === effect))
    world.violate('I2 nothing recorded is paid again', `${effect} was called twice`, session)
  checkRequest(world, request)
  const performance = { session, key: effect, process: process.name, signal, since: world.clock.ticks(), over: false }
  world.calls.push(performance)
  return performance
}

async function* behave(call: Call, behaviour: Behaviour): Parts {
  const { world, request } = call
  await pause(call, world.calm ? 1_000 : 8_000)
  switch (behaviour) {
    case 'answers':
      return yield* mustReport(call) ? report(call) : choose(call)
    case 'isCut':
      return yield* answer(call, 'length')
    case 'wantsTools':
      return yield* wantTools(call)
    case 'fails':
      return yield failure(world)
    case 'isDown':
      return yield { type: 'failed', code: 'overloaded', message: 'Come back later.', retryable: true }
    case 'failsMidway':
      yield { type: 'text', text: `Half of ${request.effect}` }
      await pause(call, 2_000)
      return yield failure(world)
    case 'breaksOff':
      yield { type: 'text', text: `Cut off ${request.effect}` }
      return
    case 'saysNothing':
      return yield { type: 'finish', finish: 'stop', usage: null }
    case 'throws':
      throw new Error('the adapter broke its promise')
    default:
      return yield* stall(call, behaviour)
  }
}

const mustReport = ({ world, request }: Call): boolean =>
  request.tools.some(({ name }) => name === 'reportOut') && world.random.chance(0.7)

async function* stall(call: Call, behaviour: Behaviour): Parts {
  if (behaviour === 'ignoresAbort') await new Promise(() => {})
  while (!call.signal.aborted) {
    await pause(call, 5_000)
    if (behaviour === 'keepsAlive') yield { type: 'text', text: '' }
  }
}

/** Usually a vote or a ruling as requested. Otherwise a plain answer. */
async function* choose(call: Call): Parts {
  const { world, request } = call
  const first = items(request.lines).next().value
  const [, asked] = /^# (Vote|Decide)/.exec(first?.role === 'user' ? first.text : '') ?? []
  if (asked === undefined || world.random.chance(0.15)) return yield* answer(call, 'stop')
  const word = asked === 'Vote' ? 'VOTE' : 'DECISION'
  const option = world.random.pick(['wait', 'wait', 'ship', '1', '2', 'fly'])
  yield { type: 'text', text: `${word}: ${option}\nREASON: ${secretOf(request.agent, request.effect)}` }
  yield { type: 'finish', finish: 'stop', usage: usageOf(world, request) }
}

async function* answer(call: Call, finish: 'stop' | 'length'): Parts {
  const { world, request } = call
  if (world.random.chance(0.3)) yield { type: 'reasoning', text: 'Thinking.' }
  const said = loopAnswer(world, request) ?? planAnswer(world, request) ?? panelAnswer(world, request)
  if (said !== undefined) {
    yield { type: 'text', text: said }
    return yield { type: 'finish', finish, usage: usageOf(world, request) }
  }
  const parts = world.random.between(1, 3)
  for (let part = 1; part <= parts; part++) {
    yield { type: 'text', text: `${request.agent} says ${request.effect} (${part}). ` }
    if (part < parts) await pause(call, 500)
  }
  yield { type: 'finish', finish, usage: usageOf(world, request) }
}

async function* wantTools(call: Call): Parts {
  const { world, request } = call
  if (world.random.chance(0.5)) yield { type: 'text', text: 'Let me look. ' }
  yield* drawCalls(world, request)
  yield { type: 'finish', finish: 'tools', usage: usageOf(world, request) }
}

/** A competent delegate. Once faults are over, most of them are. */
async function* report({ world, request }: Call): Parts {
  yield { type: 'call', tool: 'reportOut', input: { report: reportOf(request) } }
  yield { type: 'finish', finish: 'tools', usage: usageOf(world, request) }
}

function failure(world: World): ModelPart {
  const code = world.random.pick(Object.keys(failures) as (keyof typeof failures)[])
  const retryAfter = world.random.chance(0.3) ? { retryAfterMs: world.random.pick([0, 500, 20_000, 90_000]) } : {}
  return { type: 'failed', code, message: `It was ${code}.`, retryable: failures[code], ...retryAfter }
}

/** Never more than was reserved: the actual prompt, and at most the allowed output. */
function usageOf(world: World, { lines, maxOutput }: TracedRequest): Usage | null {
  if (world.random.chance(0.15)) return null
  let input = 0
  for (const line of items(lines)) input += estimateTokens(line.role === 'tool' ? line.output : line.text)
  const most = Math.max(1, Math.floor(maxOutput))
  return { input, cached: 0, output: world.random.chance(0.5) ? most : world.random.between(1, most) }
}

/** Waits, or ends at once when aborted. */
async function pause({ process, world, signal }: Call, most: number): Promise<void> {
  const ms = world.random.between(1, most)
  await orAborted(process, signal, ms)
}
