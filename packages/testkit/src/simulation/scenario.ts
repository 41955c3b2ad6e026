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
  const mode = random.pick(['agent', 'broadcast', 'sequential'])
  const size = mode === 'agent' ? 1 : random.between(1, 4)
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
      mode: {},
    },
    limits: drawLimits(random, priced),
  }
}

function drawModel(random: Random, priced: boolean): ModelInfo {
  return { price: priced ? { input: random.between(1, 5), output: random.between(5, 20) } : null, context: null }
}

function drawTeam(random: Random, size: number, mode: string): SeatedTeam {
  const members = NAMES.slice(0, size).map((slug) => drawSeat(random, slug, mode === 'agent' ? 'agent' : 'member'))
  const context = random.chance(0.3) ? 'We ship on Fridays.' : ''
  return { name: 'Simulated', slug: 'simulated', members, sharedContext: context, routingContext: '', permissions: {} }
}

function drawSeat(random: Random, slug: string, seat: 'agent' | 'member'): Seat {
  return Seat.parse({
    name: slug.toUpperCase(),
    slug,
    prompt: 'You answer.',
    model: random.pick(MODELS),
    seat,
    maxTokens: random.between(100, 2_000),
    maxIterations: random.chance(0.2) ? random.between(1, 3) : 30,
    tools: random.chance(0.8) ? 'all' : { only: ['read'] },
    ...(random.chance(0.15) && { timeout: random.between(1, 4) / 4 }),
    ...(random.chance(0.1) && { execution: random.pick(['single', 'planning']) }),
  })
}

function drawRules(random: Random): Rules {
  return {
    read: 'allow',
    list: 'allow',
    write: random.pick(['allow', 'ask', 'ask', 'deny']),
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
