import {
  type Limits,
  type ModelInfo,
  noLimits,
  type Rules,
  RunId,
  type RunStart,
  Seat,
  type SeatedTeam,
  type ToolSpec,
} from '@convene/domain'
import type { Random } from './random.ts'

const NAMES = ['ada', 'bert', 'cleo', 'dora'] as const
const MODELS = ['alpha/one', 'alpha/two', 'beta/one'] as const

/** The tools of a simulated run: two that read, two that have effects. */
export const simulatedTools: { readonly [name: string]: ToolSpec } = {
  read: tool('read', true),
  list: tool('list', true),
  write: tool('write', false),
  shell: tool('shell', false),
}

function tool(name: string, readOnly: boolean): ToolSpec {
  return {
    name,
    description: `${name} something`,
    input: { type: 'object' },
    permission: name,
    readOnly,
    timeoutMs: 20_000,
  }
}

/** A team, a mode, limits, prices and rules, as the seed has them. */
export function drawRun(random: Random, number: number): RunStart {
  const mode = random.pick(['agent', 'broadcast', 'sequential', 'delegate', 'delegate', 'delegate'])
  const size = mode === 'agent' ? 1 : random.between(mode === 'delegate' && random.chance(0.9) ? 3 : 1, 4)
  const priced = random.chance(0.7)
  return {
    id: RunId.parse(`run-${number}`),
    mode,
    team: drawTeam(random, size, mode),
    settings: {
      models: Object.fromEntries(MODELS.map((model) => [model, drawModel(random, priced)])),
      tools: random.chance(0.9) ? simulatedTools : {},
      permissions: [{ layer: 'user', rules: drawRules(random) }],
      grants: random.chance(0.1) ? ['write:*'] : [],
      yes: false,
      interactive: random.chance(0.85),
      variables: {},
      decisions: { windowMs: random.between(1, 120) * 1_000, userVotes: random.chance(0.5) },
      mode: random.chance(0.4) ? { maxDepth: random.between(1, 3) } : {},
    },
    limits: drawLimits(random, priced),
  }
}

/** Some windows are so small that a conversation of a few replies fills them. */
function drawModel(random: Random, priced: boolean): ModelInfo {
  const price = priced ? { input: random.between(1, 5), output: random.between(5, 20) } : null
  return { price, context: random.chance(0.3) ? random.between(900, 2_500) : null }
}

function drawTeam(random: Random, size: number, mode: string): SeatedTeam {
  const role = mode === 'agent' ? 'agent' : 'member'
  const isLed = mode === 'delegate' && size > 1
  const seats = NAMES.slice(0, size).map((slug, index) => drawSeat(random, slug, isLed && index === 0 ? 'lead' : role))
  const [lead, ...others] = seats
  return {
    name: 'Simulated',
    slug: 'simulated',
    ...(isLed && lead && { lead }),
    members: isLed ? others : seats,
    ...(random.chance(0.7) && { subagents: drawSubagents(random) }),
    sharedContext: random.chance(0.3) ? 'We ship on Fridays.' : '',
    routingContext: '',
    permissions: {},
  }
}

/** Two that may be called in, and the hidden one that sums conversations up. */
function drawSubagents(random: Random): Seat[] {
  const called = ['explore', 'review'].map((slug) => drawSeat(random, slug, 'agent', { category: 'subagent' }))
  const hidden = drawSeat(random, 'compaction', 'agent', { category: 'hidden', execution: 'single' })
  return random.chance(0.7) ? [...called, hidden] : called
}

function drawSeat(random: Random, slug: string, seat: Seat['seat'], more: Partial<Seat> = {}): Seat {
  return Seat.parse({
    name: slug.toUpperCase(),
    slug,
    prompt: 'You answer.',
    model: random.pick(MODELS),
    seat,
    maxTokens: random.between(100, 2_000),
    maxIterations: random.chance(0.2) ? random.between(1, 3) : 30,
    tools: random.chance(0.8) ? 'all' : { only: ['read', 'task'] },
    delegates: random.pick(['all', 'all', 'all', 'none', ['ada', 'CLEO'], ['bert', 'dora']]),
    spawns: random.pick([['*'], ['*'], ['explore'], []]),
    permissions: random.chance(0.15) ? { write: 'deny' } : {},
    ...(random.chance(0.15) && { timeout: random.between(1, 4) / 4 }),
    ...(random.chance(0.1) && { execution: random.pick(['single', 'planning']) }),
    ...more,
  })
}

function drawRules(random: Random): Rules {
  return {
    read: 'allow',
    list: 'allow',
    write: random.pick(['allow', 'ask', 'ask', 'deny']),
    delegateWork: random.pick(['allow', 'allow', 'allow', 'ask']),
    task: random.pick(['allow', 'allow', 'allow', 'ask']),
    decide: random.pick(['allow', 'allow', 'ask', 'deny']),
    vote: 'allow',
    shell: { '*': 'ask', 'git *': 'allow', 'rm *': 'deny' },
  }
}

function drawLimits(random: Random, priced: boolean): Limits {
  const maybe = <T>(probability: number, draw: () => T): T | null => (random.chance(probability) ? draw() : null)
  return {
    ...noLimits,
    maxTurns: maybe(0.3, () => random.between(1, 6)),
    maxTotalTokens: maybe(0.3, () => random.between(1_000, 15_000)),
    maxCostUsd: maybe(priced ? 0.3 : 0, () => random.between(1, 60) / 1_000),
    maxDuration: maybe(0.25, () => random.between(2, 12) / 10),
    maxToolCalls: maybe(0.25, () => random.below(4)),
    modelTimeout: random.between(5, 30),
  }
}
