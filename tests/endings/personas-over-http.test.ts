import { modes } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { providerModels } from '@convene/models'
import {
  type Answer,
  answerParts,
  askOf,
  type ModelServer,
  type Persona,
  personas,
  startModelServer,
  strictModel,
} from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { planOf, step } from '../plan/crew.ts'
import { ending, ofType } from '../plan/story.ts'
import { crew, played } from './over-http.ts'

/**
 * One model per dialect. These are names of reasoning models, so their services expect reasoning and signatures back.
 */
const models = [
  'local/kimi-k3',
  'openai/gpt-5.2',
  'anthropic/claude-test',
  'google/gemini-3-test',
  'bedrock/anthropic.claude-test',
]
const dialectsAt = (url: string) => {
  const key = { apiKey: 'secret' }
  return {
    local: { type: 'openai-compatible', baseURL: `${url}/v1` },
    openai: { baseURL: `${url}/v1`, api: 'responses' as const, ...key },
    anthropic: { baseURL: url, ...key },
    google: { baseURL: `${url}/v1beta`, ...key },
    bedrock: { baseURL: url, ...key },
  }
}

let server: ModelServer
/** The model's reply to each request. The number is in the path, because requests overlap. */
const answers: Answer[] = []
beforeAll(async () => {
  const numbered = ({ path }: { readonly path: string }) => answers[Number(/^\/(\d+)\//.exec(path)?.[1])] ?? {}
  server = await startModelServer({ replies: strictModel(numbered) })
})
afterAll(() => server.close())

/** A stream in the form that a service would send. */
function answerOf(parts: readonly ModelPart[]): Answer {
  const end = parts.findLast((part) => part.type === 'finish')
  return {
    reasoning: 'Let me think.',
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    calls: parts.flatMap((part) => (part.type === 'call' ? [{ name: part.tool, input: part.input }] : [])),
    ...(end?.finish === 'length' && { finish: 'length' as const }),
  }
}

type PersonaRequest = Parameters<Persona>[0]

const plan = planOf(step('s1', 'ada'))
const useful = (request: PersonaRequest): readonly ModelPart[] => {
  const { heading, text } = askOf(request)
  if (heading === 'Plan') return answerParts(/"steps"/.test(text) ? plan : '@worker:ADA\nLook.\n@end')
  if (heading === 'Evaluate') return answerParts('SCORE: 1\nIt is done.')
  if (heading === 'Review plan') return answerParts('APPROVE')
  return answerParts(heading === 'Review' ? 'ACCEPT' : 'Wait until the tests pass.')
}

const run = (mode: string, model: string, persona: Persona) => {
  const start = crew(mode, model)
  return played(start, (request) => {
    answers.push(answerOf(persona(request) ?? useful(request)))
    const providers = dialectsAt(`${server.url}/${answers.length - 1}`)
    const service = providerModels({ providers }, { AWS_REGION: 'us-east-1' })
    return service.stream(request, new AbortController().signal)
  })
}

/** Every persona in two modes, every mode with five personas, and the dialects in turn. */
const sample = Object.keys(modes).flatMap((mode, at) =>
  Object.entries(personas).flatMap(([who, persona], index) =>
    (at + index) % 4 === 0 ? [[mode, who, models[((at + index / 4) % models.length) | 0] ?? '', persona] as const] : [],
  ),
)

describe('over HTTP, against a service that accepts only what its API allows', () => {
  test.each(sample)(
    'a run of %s in which everybody %s ends with a named reason (%s)',
    async (mode, _who, model, persona) => {
      const stage = await run(mode, model, persona)
      const { maxCalls } = crew(mode, model).limits
      expect(stage.world.violations).toEqual([])
      expect(ending(stage)?.reason).toMatch(/\S/)
      const calls = ofType(stage, 'effect.started').filter(({ data }) => data.kind === 'model')
      expect(calls.length).toBeLessThanOrEqual(maxCalls ?? 0)
      const refused = ofType(stage, 'model.failed').filter(({ data }) => data.code === 'bad_request')
      expect(refused.map(({ data }) => data.message)).toEqual([])
    },
  )
})
