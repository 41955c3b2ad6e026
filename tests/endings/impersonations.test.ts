import { modes } from '@convene/domain'
import { providerModels } from '@convene/models'
import {
  type Answering,
  chattyModel,
  failingGateway,
  type ModelServer,
  reasoningModel,
  type ServerRequest,
  type SimulatedSession,
  smallModel,
  startModelServer,
  strictModel,
} from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { report } from '../golden/panel-cast.ts'
import { ending, ofType } from '../plan/story.ts'
import { crew, played } from './over-http.ts'

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

/** A model that does what it is asked. */
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

/** Plays a run against the server. */
function asked(mode: string, model: Answering): Promise<SimulatedSession> {
  server.script(model)
  const baseURL = `${server.url}/v1`
  const models = providerModels({ providers: { local: { type: 'openai-compatible', baseURL } } }, {})
  return played(crew(mode, MODEL), (request) => models.stream(request, new AbortController().signal))
}

const started = (stage: SimulatedSession) => ofType(stage, 'effect.started').filter(({ data }) => data.kind === 'model')

const impersonations: { readonly [name: string]: (says: Answering) => Answering } = {
  'a reasoning model': reasoningModel,
  'a strict model': strictModel,
  'a small local model': smallModel,
  'a chatty model': chattyModel,
  'a failing gateway': failingGateway,
}

/** A loop that only meets errors ends by its error budget. */
const FAILED = /^error:(?:server_error|all_members_failed|circuit_open|error_budget)$/u

describe.each(Object.entries(impersonations))('with %s over HTTP', (name, impersonate) => {
  test.each(names)('a run of %s ends with a named reason, within its bound', async (mode) => {
    const stage = await asked(mode, impersonate(says(mode)))
    expect(stage.world.violations).toEqual([])
    expect(started(stage).length, name).toBeLessThanOrEqual(MOST_CALLS)
    const { state, reason = '' } = ending(stage) ?? {}
    const fails = name === 'a failing gateway'
    expect(state).toBe(fails ? 'failed' : 'completed')
    expect(reason).toMatch(fails ? FAILED : /^(?:done|converged|goal_met)$/u)
  })
})

describe('no answer is lost if a model spends its output limit on reasoning,', () => {
  test.each(names)('in mode %s', async (mode) => {
    const stage = await asked(mode, reasoningModel(says(mode)))
    expect(ending(stage)?.state).toBe('completed')
    const codes = ofType(stage, 'model.failed').map(({ data }) => data.code)
    expect(codes.filter((code) => code !== 'bad_request')).toEqual([])
    expect(ofType(stage, 'warning').map(({ data }) => data.code)).not.toContain('output_limit')
  })
})
