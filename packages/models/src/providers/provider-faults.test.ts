import type { ModelPart } from '@convene/engine'
import { type Expectation, type FaultCase, faultCasesOf, type ModelServer, startModelServer } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelOfDialect, modelsAt, partsOf, requestOf, textOf } from './models.fixture.ts'

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const dialects = ['chat', 'responses', 'messages', 'gemini', 'converse'] as const

describe.each(dialects)('every %s fault ends with its documented failure', (dialect) => {
  test.each(faultCasesOf(dialect).map((entry) => [entry.name, entry] as const))('%s', async (_name, entry) => {
    server.script(() => entry.fault)
    const parts = await ask(modelOfDialect[dialect], entry)
    if (entry.expect.needs) expect(parts.at(-1)?.type).not.toBe('finish')
    else compare(parts, entry.expect)
  })
})

/** Time limits belong to the engine, so faults that need one are aborted here once the server has the request. */
async function ask(model: string, entry: FaultCase): Promise<ModelPart[]> {
  const abort = new AbortController()
  const before = server.requests.length
  const answer = partsOf(modelsAt(server.url).stream(requestOf(model), abort.signal))
  if (entry.expect.needs) {
    await server.until(({ requests }) => requests.length > before)
    abort.abort()
  }
  return answer
}

function compare(parts: readonly ModelPart[], expected: Expectation): void {
  const last = parts.at(-1)
  expect(outcomeOf(last)).toEqual({ outcome: expected.outcome, ...(expected.code ? { code: expected.code } : {}) })
  if (expected.text !== undefined) expect(textOf(parts)).toBe(expected.text)
  if (expected.calls) expect(callsOf(parts)).toMatchObject(expected.calls.map(callShape))
  if (expected.usage === null) expect(last).toMatchObject({ usage: null })
  const wait = last?.type === 'failed' ? last.retryAfterMs : undefined
  if (expected.retryAfterMs === null) expect(wait).toBeUndefined()
  if (expected.retryAfterMs) {
    expect(wait).toBeGreaterThanOrEqual(expected.retryAfterMs[0])
    expect(wait).toBeLessThanOrEqual(expected.retryAfterMs[1])
  }
}

function outcomeOf(part: ModelPart | undefined): object {
  if (part?.type === 'finish') return { outcome: part.finish === 'length' ? 'incomplete' : 'complete' }
  if (part?.type === 'failed') return { outcome: part.retryable ? 'retry' : 'fail', code: part.code }
  return { outcome: 'no end' }
}

const callShape = ({ tool, input, invalid }: NonNullable<Expectation['calls']>[number]) => ({
  tool,
  invalid: invalid ? expect.any(String) : undefined,
  ...(input === undefined ? {} : { input }),
})

const callsOf = (parts: readonly ModelPart[]) =>
  parts.flatMap((part) => (part.type === 'call' ? [{ invalid: undefined, ...part }] : []))
