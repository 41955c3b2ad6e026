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
  withUserSeat,
} from '@convene/domain'
import type { Random } from './random.ts'

const NAMES = ['ada', 'bert', 'cleo', 'dora'] as const
const MODELS = ['alpha/one', 'alpha/two', 'beta/one'] as const

/** The tools of a simulated run: two that read, two with side effects. */
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

/** A team, a mode, limits, prices and rules, drawn from the seed. */
export function drawRun(random: Random, number: number, only?: string): RunStart {
  const drawn = random.pick([
    'agent',
    'broadcast',
    'sequential',
    'delegate',
    'delegate',
    'delegate',
    'panel',
    'panel',
    'plan',
    'plan',
    'orchestrate',
    'reflect',
    'reflect',
  ])
  const mode = only ?? drawn
  const size = mode === 'agent' ? 1 : random.between(mode === 'delegate' && random.chance(0.9) ? 3 : 1, 4)
  const priced = random.chance(0.7)
  if (mode === 'panel') return drawPanel(random, number, priced)
  if (mode === 'plan') return drawPlan(random, number, priced)
  if (mode === 'orchestrate' || mode === 'reflect') return drawLoop(random, number, priced, mode)
  const other = drawRunOf(random, number, priced)
  const reflects = mode === 'agent' && random.chance(0.3)
  return {
    ...other,
    mode,
    team: drawTeam(random, size, mode),
    settings: reflects ? { ...other.settings, mode: { reflect: true } } : other.settings,
    limits: { ...drawLimits(random, priced), ...(reflects && { maxIterations: random.between(1, 4) }) },
  }
}

const MORE_NAMES = ['emil', 'finn', 'gwen', 'ines'] as const

/** The run with more members like its last one. */
export function crowded(run: RunStart, more: number): RunStart {
  const last = run.team.members.at(-1)
  if (!last || run.mode === 'agent') return run
  const others = MORE_NAMES.slice(0, more).map((slug) => ({ ...last, slug, name: slug.toUpperCase() }))
  return { ...run, team: { ...run.team, members: [...run.team.members, ...others] } }
}

/** The common part of runs in all modes. */
function drawRunOf(random: Random, number: number, priced: boolean): Omit<RunStart, 'team' | 'limits'> {
  return {
    id: RunId.parse(`run-${number}`),
    mode: 'agent',
    settings: {
      models: Object.fromEntries(MODELS.map((model) => [model, drawModel(random, priced)])),
      tools: random.chance(0.9) ? simulatedTools : {},
      permissions: [{ layer: 'user', rules: drawRules(random) }],
      grants: random.chance(0.1) ? ['write:*'] : [],
      yes: false,
      startedBy: 'user',
      interactive: random.chance(0.85),
      variables: {},
      decisions: { windowMs: random.between(1, 120) * 1_000, userVotes: random.chance(0.5) },
      mode: random.chance(0.4) ? { maxDepth: random.between(1, 3) } : {},
    },
  }
}

/** A panel of two to four, with every setting a team may have. */
function drawPanel(random: Random, number: number, priced: boolean): RunStart {
  const limits = drawLimits(random, priced)
  const other = drawRunOf(random, number, priced)
  return {
    ...other,
    mode: 'panel',
    team: drawPanelTeam(random),
    settings: { ...other.settings, yes: random.chance(0.6), mode: drawPanelMode(random) },
    limits: {
      ...limits,
      maxTurns: random.between(2, 12),
      maxTokensPerTurn: random.chance(0.3) ? random.between(10, 60) : null,
      maxToolCallsPerTurn: random.chance(0.5) ? random.below(3) : null,
      maxTurnDuration: random.chance(0.3) ? random.between(2, 20) / 60 : null,
      prohibitedPatterns: ['sword(fish)+'],
    },
  }
}

/** In every fourth panel the user has a seat. */
function drawPanelTeam(random: Random): RunStart['team'] {
  const team = { ...drawTeam(random, random.between(2, 4), 'panel'), ...drawPanelSeats(random) }
  return random.chance(0.25) ? withUserSeat(team) : team
}

/** Half of them set the protocol. In the others, the goal and the Head choose it. */
function drawPanelMode(random: Random): RunStart['settings']['mode'] {
  const protocol = random.pick([undefined, undefined, 'decide', 'discuss'])
  const depth = random.pick([undefined, undefined, 'quick', 'deep'])
  const ask = random.pick([undefined, undefined, 'everyone', 'two-first', 'as-few-as-needed'])
  return {
    moderatorPicks: random.chance(0.3),
    ...(protocol !== undefined && { protocol }),
    ...(depth !== undefined && { depth }),
    ...(ask !== undefined && { ask }),
  }
}

/** A planning crew of one to three, usually with a lead, sometimes with a judge. */
function drawPlan(random: Random, number: number, priced: boolean): RunStart {
  const other = drawRunOf(random, number, priced)
  const lead = drawSeat(random, 'hugo', 'lead')
  const judge = drawSeat(random, 'mona', 'judge', { execution: 'single', tools: 'none' })
  const mode = { maxParallel: random.between(1, 3), approve: random.chance(0.7), lockOut: random.chance(0.3) }
  const worktrees = { folder: '/home/ada/.convene/worktrees', inside: '', agents: [] }
  return {
    ...other,
    mode: 'plan',
    team: {
      ...drawTeam(random, random.between(1, 3), 'plan'),
      ...(random.chance(0.8) && { lead }),
      ...(random.chance(0.2) && { judge }),
    },
    settings: { ...other.settings, yes: random.chance(0.6), mode, ...(random.chance(0.7) && { worktrees }) },
    limits: { ...drawLimits(random, priced), maxTurns: random.chance(0.3) ? random.between(4, 40) : null },
  }
}

/** A lead and one to four members, usually with a judge if it iterates. */
function drawLoop(random: Random, number: number, priced: boolean, mode: string): RunStart {
  const other = drawRunOf(random, number, priced)
  const lead = drawSeat(random, 'hugo', 'lead', { execution: 'single', tools: 'none', maxIterations: 30 })
  const judge = drawSeat(random, 'mona', 'judge', { execution: 'single', tools: 'none' })
  const memberTimeout = random.chance(0.3) ? random.between(1, 4) / 4 : 10
  return {
    ...other,
    mode,
    team: {
      ...drawTeam(random, random.between(1, 4), mode),
      ...(random.chance(0.9) && { lead }),
      ...(mode === 'reflect' && random.chance(0.7) && { judge }),
    },
    settings: { ...other.settings, mode: { memberTimeout } },
    limits: {
      ...drawLimits(random, priced),
      maxTurns: random.chance(0.3) ? random.between(2, 30) : null,
      maxIterations: random.chance(0.5) ? random.between(1, 4) : null,
    },
  }
}

function drawPanelSeats(random: Random): Partial<SeatedTeam> {
  const head = drawSeat(random, 'hugo', 'lead', { execution: 'single', tools: 'none', maxIterations: 30 })
  const judge = drawSeat(random, 'mona', 'judge', { execution: 'single', tools: 'none' })
  const hidden = drawSeat(random, 'summary', 'system', { category: 'hidden', execution: 'single' })
  return { lead: head, ...(random.chance(0.9) && { judge }), ...(random.chance(0.7) && { subagents: [hidden] }) }
}

/** Some context windows are so small that a few replies fill them. */
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

/** Two subagents, and the hidden agent that summarizes conversations. */
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
