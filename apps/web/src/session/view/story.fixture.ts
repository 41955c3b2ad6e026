import { Agent, type Facts, type FactType, noLimits, type WireEvent } from '@convene/domain'

type Place = { readonly agent?: string; readonly task?: string; readonly parent?: string; readonly step?: string }

/** Builds a session log: each call adds one event, a second after the previous one. */
export type Story = {
  readonly session: string
  readonly events: WireEvent[]
  add<T extends FactType>(type: T, data: Facts[T], place?: Place): WireEvent
  /** A complete agent answer: task, call, usage, message. */
  say(agent: string, text: string, round?: number): void
  /** A running model call. Returns its effect. */
  think(agent: string, round?: number): Effect
}

const people: { readonly [slug: string]: { readonly name: string; readonly role: string; readonly color: string } } = {
  head: { name: 'Head', role: 'lead', color: '#CA8A04' },
  architect: { name: 'Architect', role: 'structure', color: '#4F46E5' },
  security: { name: 'Security', role: 'attackers', color: '#B91C1C' },
  performance: { name: 'Performance', role: 'time and cost', color: '#D97706' },
}

const seat = (slug: string, kind: 'member' | 'lead') => ({
  ...Agent.parse({ slug, prompt: 'Answer.', name: slug, ...people[slug] }),
  model: 'rehearsal/offline',
  seat: kind,
})

let count = 0

/** A new log with an active run. */
export function newStory(
  mode: string,
  agents: readonly string[],
  goal = 'Keep sessions in Redis or in Postgres?',
): Story {
  count += 1
  const session = `01J0000000000000000000${String(count).padStart(4, '0')}`
  const events: WireEvent[] = []
  let messages = 0
  const add: Story['add'] = (type, data, place = {}) => {
    const seq = events.length + 1
    const id = type === 'message' ? { id: `m${++messages}` } : {}
    const at = new Date(Date.UTC(2026, 0, 2, 10, 0, 0) + seq * 1_000).toISOString()
    const envelope = { v: 1, seq, batch: seq, ...id, session, run: `${session}R`, type, at, ...place }
    const event = { ...envelope, data } as unknown as WireEvent
    events.push(event)
    return event
  }
  begin(add, { mode, agents, goal })
  const think = (agent: string, round?: number) => beginAnswer(add, agent, round ?? null, events.length)
  const say = (agent: string, text: string, round?: number) => {
    const effect = think(agent, round)
    endAnswer(add, { agent, effect, text, round })
  }
  return { session, events, add, think, say }
}

type Effect = Facts['effect.started']['effect']

function beginAnswer(add: Story['add'], agent: string, round: number | null, number: number): Effect {
  const path = round === null ? `t${number}/${agent}` : `round${round}/${agent}`
  const place = { agent, task: `1/${path}`, parent: '1' }
  const shared = { description: 'Answer.', execution: 'agentic', attempt: 1, kind: 'respond', place: path } as const
  add('task.assigned', { ...shared, to: agent, from: 'user', conversation: 'own' }, place)
  add('agent.status', { status: 'thinking' }, place)
  const effect = `1/${path}/say1.1` as Effect
  add('effect.started', { effect, kind: 'model', attempt: 1, timeoutMs: 60_000, model: 'rehearsal/offline' }, place)
  return effect
}

type Answered = {
  readonly agent: string
  readonly effect: Effect
  readonly text: string
  readonly round?: number | undefined
}

/** Ends a call with its reply, usage and message. */
export function endAnswer(add: Story['add'], { agent, effect, text, round }: Answered): void {
  const place = { agent, task: effect.replace(/\/say1\.1$/u, ''), parent: '1' }
  add('model.replied', { effect, text, calls: [], finish: 'stop', outcome: 'complete' }, place)
  const spent = { input: 900, cached: 100, output: 300, costUsd: 0.0031, ms: 1_800 }
  add('usage', { effect, attempt: 1, model: 'rehearsal/offline', ...spent }, place)
  const done = { ok: true, report: text, ms: 1_800, iterations: 1, toolCalls: 0, tokens: 1_200, place: 'x' }
  add('task.finished', done, place)
  add('agent.status', { status: 'idle' }, place)
  add(
    'message',
    { author: agent, role: 'member', kind: 'argument', text, ...(round !== undefined && { round }) },
    place,
  )
}

function begin(
  add: Story['add'],
  { mode, agents, goal }: { mode: string; agents: readonly string[]; goal: string },
): void {
  const [lead, ...members] = agents
  const hasLead = mode === 'panel' && lead === 'head'
  add('session.created', { goal, workspace: '/home/ada/shop', title: goal })
  add('message', { author: 'user', role: 'user', kind: 'user', text: goal })
  const team = {
    name: 'Panel of three',
    slug: 'panel-of-three',
    ...(hasLead && { lead: seat('head', 'lead') }),
    members: (hasLead ? members : agents).map((slug) => seat(slug, 'member')),
    sharedContext: '',
    routingContext: '',
    permissions: {},
  }
  const settings = {
    models: {},
    tools: {},
    permissions: [],
    grants: [],
    yes: false,
    startedBy: 'user',
    interactive: true,
    variables: {},
    mode: {},
  }
  const limits = { ...noLimits, maxCostUsd: 0.5, maxTurns: 30 }
  const estimate = { calls: 14, input: 40_000, output: 9_000, costUsd: 0.12, minutes: 4 }
  add('run.started', { number: 1, goal, takes: [], mode, team, settings, limits, estimate } as Facts['run.started'])
  const working = mode === 'panel' ? 'clarifying' : 'running'
  add('run.state', { from: 'idle', to: working, trigger: 'userSubmitted' })
}
