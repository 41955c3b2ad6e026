import { type Event, type Fact, fact, type RunId, Seat, type SessionId, type TaskId } from '@convene/domain'

const session = '01JSESSION' as SessionId
const run = '01JRUN' as RunId
const model = 'openai/gpt-5.2'

/** Facts numbered as in the log, one append each, for tests. */
export function recordedAs(...appends: readonly (readonly [at: number, ...facts: Fact[]])[]): Event[][] {
  let seq = 0
  return appends.map(([at, ...facts]) => {
    const batch = seq + 1
    return facts.map((one): Event => {
      seq += 1
      return { session, run, v: 1, seq, batch, at, ...one }
    })
  })
}

export const root = { task: '1/respond/ada' as TaskId, agent: 'ada', parent: '1' }
export const child = { task: '1/respond/ada/c1-1' as TaskId, agent: 'bert', parent: root.task }

type Data<T extends Fact['type']> = Extract<Fact, { type: T }>['data']

const seats = ['Ada', 'Bert'].map((name) =>
  Seat.parse({
    name,
    slug: name.toLowerCase(),
    description: `${name} answers.`,
    prompt: 'You answer.',
    model,
    seat: 'member',
  }),
)

export const runStarted = (mode = 'broadcast', trace?: string): Fact =>
  fact('run.started', {
    number: 1,
    mode,
    team: { slug: 'ad-hoc', name: 'ad hoc', members: seats },
    settings: { tools: {}, trace },
  } as unknown as Data<'run.started'>)

export const runFinished = (state: 'completed' | 'failed', reason: string): Fact => {
  const totals = { calls: 2, input: 1_500, cached: 100, output: 70, costUsd: 0.02, unpriced: 0, ms: 9_000 }
  return fact('run.finished', { state, reason, summary: 'the summary', totals })
}

export const assigned = (place: typeof root, description = 'the brief'): Fact =>
  fact('task.assigned', { to: place.agent, description } as Data<'task.assigned'>, place)

export const taskFinished = (place: typeof root, ms: number): Fact => {
  const done = { ok: true, report: 'the report', ms, iterations: 1, toolCalls: 0, tokens: 10, place: '' }
  return fact('task.finished', done, place)
}

export const modelStarted = (effect: string, place: typeof root, attempt = 1): Fact =>
  fact(
    'effect.started',
    { effect, kind: 'model', attempt, model: 'openai/gpt-5.2', timeoutMs: 1 } as Data<'effect.started'>,
    place,
  )

export const replied = (effect: string, place: typeof root): Fact =>
  fact(
    'model.replied',
    { effect, text: 'the reply', calls: [], finish: 'stop', outcome: 'complete' } as unknown as Data<'model.replied'>,
    place,
  )

export const used = (effect: string, place: typeof root): Fact =>
  fact(
    'usage',
    {
      effect,
      attempt: 1,
      model: 'openai/gpt-5.2',
      input: 900,
      cached: 100,
      output: 40,
      costUsd: 0.01,
      ms: 5,
    } as Data<'usage'>,
    place,
  )
