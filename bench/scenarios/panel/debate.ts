import {
  createDomain,
  type Effect,
  type Event,
  emptySession,
  type Fact,
  fact,
  type ModelEffect,
  type ModelRequest,
  noLimits,
  type RunId,
  type RunStart,
  Seat,
  type SessionId,
} from '@convene/domain'

const domain = createDomain()
const WORDS = 'The log comes first, because what is not in it has not happened, and nobody can say otherwise. '

/** A complete panel in the domain alone: every request it would send, and which of them follow a compaction. */
export async function debated(
  turns: number,
): Promise<{ readonly requests: readonly ModelRequest[]; readonly steps: ReadonlySet<number> }> {
  const requests: ModelRequest[] = []
  const steps = new Set<number>()
  const compacted = new Set<string>()
  let session = emptySession('PANEL' as SessionId)
  const add = (next: Fact) => {
    const event: Event = domain.stamp(session, next, session.at + 1, session.seq + 1)
    if (event.type === 'compaction' && event.agent) compacted.add(event.agent)
    session = domain.evolve(session, event)
  }
  const settle = () => {
    for (let step = domain.next(session); step.record.length > 0; step = domain.next(session)) step.record.forEach(add)
  }
  domain
    .accept(session, { type: 'create', goal: 'What comes first?', workspace: '/w', run: runOf(turns) })
    .facts.forEach(add)
  settle()
  for (let calls = callsOf(domain.next(session).want); calls.length > 0; calls = callsOf(domain.next(session).want)) {
    const [call] = calls as [ModelEffect]
    const { key, attempt, timeoutMs, model, reserve, task, agent } = call
    add(
      fact(
        'effect.started',
        { effect: key, kind: 'model', attempt, timeoutMs, model, reserved: reserve },
        { task, agent },
      ),
    )
    const request = domain.prompt(session, call)
    if (compacted.delete(agent)) steps.add(requests.length)
    requests.push(request)
    const text = answerTo(request, requests.length)
    const usage = { input: 1_000, cached: 0, output: 150 }
    domain
      .absorb(session, call, { kind: 'reply', text, reasoning: '', calls: [], usage, finish: 'stop', ms: 5 })
      .forEach(add)
    settle()
  }
  return { requests, steps }
}

const callsOf = (wanted: readonly Effect[]): readonly ModelEffect[] =>
  wanted.filter((effect): effect is ModelEffect => effect.kind === 'model')

function answerTo({ lines, agent }: ModelRequest, nth: number): string {
  const ask = JSON.stringify(lines.tail.at(-1))
  if (ask.includes('# Clarify')) return 'CLEAR: yes.'
  if (ask.includes('# Converged?')) return 'NOT_CONVERGED: they still argue.'
  if (ask.includes('# Options')) return '- The log\n- The fold'
  return `${WORDS.repeat(6)}\nPOSITION: ${agent} holds ${nth}\nCONFIDENCE: 60\nCHANGED: yes, because [m4]\nVOTE: The log\nREASON: so`
}

function runOf(maxTurns: number): RunStart {
  const seat = (slug: string, role: Seat['seat']) =>
    Seat.parse({
      name: slug,
      slug,
      prompt: WORDS.repeat(10),
      model: 'bench/model',
      seat: role,
      execution: role === 'member' ? 'agentic' : 'single',
    })
  const members = ['ada', 'bert', 'cleo'].map((slug) => seat(slug, 'member'))
  const tools = {
    read: { name: 'read', description: WORDS, input: {}, permission: 'read', readOnly: true, timeoutMs: 1_000 },
  }
  return {
    id: 'RUN' as RunId,
    mode: 'panel',
    team: {
      name: 'Bench',
      slug: 'bench',
      lead: seat('head', 'lead'),
      judge: seat('moderator', 'judge'),
      members,
      subagents: [seat('summary', 'system')],
      sharedContext: '',
      routingContext: '',
      permissions: {},
    },
    settings: {
      models: { 'bench/model': { price: null, context: null } },
      tools,
      permissions: [],
      grants: [],
      yes: true,
      startedBy: 'user',
      interactive: false,
      variables: {},
      mode: { turnsGiven: true },
    },
    limits: { ...noLimits, maxTurns },
  }
}
