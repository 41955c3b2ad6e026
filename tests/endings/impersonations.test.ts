import { modes, type RunStart, Seat } from '@convene/domain'
import { providerModels } from '@convene/models'
import {
  type Answering,
  chattyModel,
  failingGateway,
  type ModelServer,
  reasoningModel,
  runOf,
  type ServerRequest,
  Stage,
  smallModel,
  startModelServer,
  strictModel,
} from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { report } from '../golden/panel-cast.ts'
import { ending, ofType } from '../plan/story.ts'

const MODEL = 'local/one'
const MOST_CALLS = 60
const names = Object.keys(modes)

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const plan = JSON.stringify({
  steps: [{ id: 's1', owner: 'ada', description: 'Write it.', acceptance: 'It is there.', dependsOn: [] }],
})

/** A model that does what it is asked for. */
const sensible: { readonly [heading: string]: string } = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Whether to ship.\nPROTOCOL: decide\nOPTION: Ship\nOPTION: Wait',
  Contribute: 'The tests fail.\n\nVOTE: B\nPROBABILITIES: A 20, B 80\nREASON: The tests fail.',
  'Review plan': 'APPROVE',
  Review: 'ACCEPT',
  Evaluate: 'SCORE: 0.95\nRATIONALE: Nothing is missing.',
  Task: 'It is written.',
}
const says =
  (mode: string): Answering =>
  ({ heading = '' }: ServerRequest) => ({ text: textFor(mode, heading) })

function textFor(mode: string, heading: string): string {
  if (heading === 'Plan') return mode === 'plan' ? plan : '@worker:ADA\nWrite it.\n@end'
  if (heading === 'Synthesize') return mode === 'panel' ? report : 'All is done.'
  return sensible[heading] ?? 'Wait until the tests pass.'
}

const seat = (slug: string, role: Seat['seat']): Seat =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You answer.', model: MODEL, seat: role })

/** A run of any mode as people start it, with a model of which nothing is known. */
function crew(mode: string): RunStart {
  const members = (mode === 'agent' ? ['ada'] : ['ada', 'bert', 'cleo']).map((slug) =>
    seat(slug, mode === 'agent' ? 'agent' : 'member'),
  )
  const team = {
    members,
    ...(['delegate', 'orchestrate', 'reflect', 'plan', 'panel'].includes(mode) && { lead: seat('head', 'lead') }),
    ...((mode === 'panel' || mode === 'reflect') && { judge: seat('mod', 'judge') }),
  }
  const models = { [MODEL]: { price: { input: 1, output: 2 }, context: null } }
  const limits = modes[mode]?.limits({ members }) ?? {}
  return runOf({ mode, team, limits, settings: { yes: true, interactive: false, models } })
}

/** Plays a run against the server. Time passes only while no request is under way, so that waits take none. */
async function played(mode: string, model: Answering): Promise<Stage> {
  server.script(model)
  const baseURL = `${server.url}/v1`
  const models = providerModels({ providers: { local: { type: 'openai-compatible', baseURL } } }, {})
  let open = 0
  const stage = new Stage({
    model: () => [],
    async *live(request) {
      open++
      try {
        yield* models.stream(request, new AbortController().signal)
      } finally {
        open--
      }
    },
  })
  const { clock } = stage.world
  await stage.create(crew(mode))
  for (let idle = 0; stage.engine.live > 0; ) {
    await new Promise((resolve) => setImmediate(resolve))
    idle = open > 0 ? 0 : idle + 1
    if (idle > 5) clock.advance(Math.max(1, clock.untilNext() ?? 1))
  }
  return stage
}

const started = (stage: Stage) => ofType(stage, 'effect.started').filter(({ data }) => data.kind === 'model')

const impersonations: { readonly [name: string]: (says: Answering) => Answering } = {
  'a reasoning model': reasoningModel,
  'a strict one': strictModel,
  'a small local one': smallModel,
  'a chatty one': chattyModel,
  'a failing gateway': failingGateway,
}

describe.each(Object.entries(impersonations))('with %s over HTTP', (name, impersonate) => {
  const sample = ['agent', 'broadcast', 'panel', 'plan', 'orchestrate']

  test.each(sample)('a run of %s ends by name, within its bound', async (mode) => {
    const stage = await played(mode, impersonate(says(mode)))
    expect(stage.world.violations).toEqual([])
    expect(started(stage).length, name).toBeLessThanOrEqual(MOST_CALLS)
    const { state, reason = '' } = ending(stage) ?? {}
    expect(state).toBe(name === 'a failing gateway' ? 'failed' : 'completed')
    expect(reason).toMatch(
      state === 'failed' ? /^error:(?:server_error|all_members_failed)$/u : /^(?:done|converged)$/u,
    )
  })
})

describe('no answer of a model that thinks away its room is lost', () => {
  test.each(names)('in mode %s', async (mode) => {
    const stage = await played(mode, reasoningModel(says(mode)))
    expect(ending(stage)?.state).toBe('completed')
    const codes = ofType(stage, 'model.failed').map(({ data }) => data.code)
    expect(codes.filter((code) => code !== 'bad_request')).toEqual([])
    expect(ofType(stage, 'warning').map(({ data }) => data.code)).not.toContain('output_limit')
  })
})
