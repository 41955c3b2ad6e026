import { randomBytes } from 'node:crypto'
import { noLimits, type Run, type RunId, type RunStart, Seat, type SeatedTeam, type SessionId } from '@convene/domain'
import { createEngine, type Engine, silentTelemetry } from '@convene/engine'
import { providerModels } from '@convene/models'
import { nodeEvidence, systemClock, ulids } from '@convene/platform'
import { type LocalStore, openStore } from '@convene/store'
import { type Contender, QUESTION, type Service } from './contender.ts'

/** Everything enabled: durable log with `synchronous = FULL`, intents, fold, ownership. */
export async function convene(service: Service): Promise<Contender> {
  const store = openStore(service.folder)
  const engine = engineOn(store, service)
  const finished = async (session: SessionId) => {
    const { run, messages } = await engine.rested(session)
    expectEnd(run, { state: 'completed' })
    return messages.size
  }
  const start = async (run: RunStart, goal = QUESTION) => {
    const session = ids.next() as SessionId
    await engine.resume(session, { type: 'create', goal, workspace: service.folder, run })
    return session
  }
  const begin = async (mode: string, agents: number) => {
    const session = await start(runOf(mode, agents, `bench/${service.model}`))
    let messages = await finished(session)
    return async () => {
      await engine.resume(session, { type: 'message', text: QUESTION })
      const before = messages
      messages = await finished(session)
      if (messages !== before + 1 + agents) throw new Error(`A follow-up added ${messages - before} messages`)
    }
  }
  const rounds = async (mode: string, agents: number, count: number) => {
    const again = await begin(mode, agents)
    for (let round = 1; round < count; round++) await again()
  }
  return {
    conversation: (calls) => rounds('agent', 1, calls),
    team: (agents, count) => rounds('broadcast', agents, count),
    longConversation: async (messages) => {
      const turn = await begin('agent', 1)
      for (let count = 2; count < messages; count += 2) await turn()
      return turn
    },
    loop: async (members, iterations) => {
      const { run } = await engine.rested(await start(loopOf(members, iterations, `bench/${service.model}`)))
      expectEnd(run, { reason: 'max_iterations' })
    },
    tools: async () => {
      await finished(await start(withTool(runOf('agent', 1, `bench/${service.model}`))))
    },
    panel: async ({ turns, calls }) => {
      const { run } = await engine.rested(await start(panelRun(`bench/${service.model}`, turns), TOPIC))
      expectEnd(run, { reason: 'limit:turns', calls })
    },
    commits: () => store.log.commits,
    close: async () => {
      await engine.close()
      await store.close()
    },
  }
}

type End = { readonly state?: string; readonly reason?: string; readonly calls?: number }

/** A run that ends otherwise did other work than the one that is measured. */
function expectEnd(run: Run | null, { state, reason, calls }: End): void {
  const end = run?.finished
  const isOther = (wanted: unknown, found: unknown) => wanted !== undefined && wanted !== found
  if (!end || isOther(state, end.state) || isOther(reason, end.reason) || isOther(calls, end.totals.calls))
    throw new Error(`The run ended as ${JSON.stringify(end)}`)
}

const clock = systemClock()
const ids = ulids(clock, randomBytes)

function engineOn({ log, ownership }: LocalStore, { url }: Service): Engine {
  const providers = { bench: { type: 'openai-compatible', baseURL: `${url}/v1` } }
  return createEngine({
    model: providerModels({ providers }, {}),
    tools: { inspect: async () => [], run: async () => ({ ok: true, output: 'text' }) },
    log,
    ownership,
    clock,
    evidence: nodeEvidence(),
    telemetry: silentTelemetry,
    abortController: () => new AbortController(),
  })
}

function runOf(mode: string, agents: number, model: string): RunStart {
  const settings = {
    // With a small window, a long conversation would measure compactions.
    models: { [model]: { price: { input: 1, output: 2 }, context: 1_000_000 } },
    tools: {},
    permissions: [],
    grants: [],
    yes: false,
    startedBy: 'user' as const,
    interactive: false,
    variables: {},
    mode: {},
  }
  return { id: ids.next() as RunId, mode, team: teamOf(agents, model), settings, limits: noLimits }
}

/** One read-only tool that needs no approval. */
function withTool(run: RunStart): RunStart {
  const read = { name: 'read', description: 'Reads a file.', permission: 'read', readOnly: true, timeoutMs: 20_000 }
  const input = { type: 'object', properties: { path: { type: 'string' } } }
  const permissions = [{ layer: 'user' as const, rules: { read: 'allow' as const } }]
  return { ...run, settings: { ...run.settings, tools: { read: { ...read, input } }, permissions } }
}

/** The lead's model assigns every member, says something new each time, and is never satisfied. */
function loopOf(members: number, maxIterations: number, model: string): RunStart {
  const leading = `${model}-assigns${members}`
  const run = runOf('reflect', members, model)
  const [first] = run.team.members
  const lead = Seat.parse({ ...first, name: 'Lead', slug: 'lead', model: leading, seat: 'lead', execution: 'single' })
  const models = { ...run.settings.models, [leading]: { price: { input: 1, output: 2 }, context: null } }
  return {
    ...run,
    team: { ...run.team, lead },
    settings: { ...run.settings, models },
    limits: { ...noLimits, maxIterations },
  }
}

/** Nothing to choose between: it ends in findings, without a vote. */
const TOPIC = 'Explain how a system survives a crash at any moment.'

/** Nobody states a position, so the turn limit ends it. */
function panelRun(model: string, maxTurns: number): RunStart {
  const run = runOf('panel', 3, model)
  const [first] = run.team.members
  const lead = Seat.parse({ ...first, name: 'Head', slug: 'head', seat: 'lead', execution: 'single' })
  const judge = Seat.parse({ ...first, name: 'Moderator', slug: 'moderator', seat: 'judge', execution: 'single' })
  return {
    ...run,
    team: { ...run.team, lead, judge },
    settings: { ...run.settings, yes: true, mode: { protocol: 'discuss' } },
    limits: { ...noLimits, maxTurns },
  }
}

const teams = new Map<string, SeatedTeam>()

/** Created once, as the other frameworks create their agents. */
function teamOf(agents: number, model: string): SeatedTeam {
  const key = `${agents} ${model}`
  const team = teams.get(key) ?? newTeam(agents, model)
  teams.set(key, team)
  return team
}

function newTeam(agents: number, model: string): SeatedTeam {
  const members = Array.from({ length: agents }, (_, index) =>
    Seat.parse({
      name: `Ada ${index}`,
      slug: `ada-${index}`,
      prompt: 'You are a careful engineer who answers briefly and to the point.',
      model,
      seat: 'member',
    }),
  )
  return { name: 'ad hoc', slug: 'ad-hoc', members, sharedContext: '', routingContext: '', permissions: {} }
}
